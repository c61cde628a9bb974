import { type Alert, usesLanguage } from 'functions/contract';

/** What a search must be asked for to find what an alert tells. Those of before the language look for words, whatever signs they hold. */
export function asQuestion({ keyword, language }: Pick<Alert, 'keyword' | 'language'>): string {
  return language === 1 || !usesLanguage(keyword)
    ? keyword
    : `"${keyword.replace(/["“”„]/g, ' ')}"`;
}
