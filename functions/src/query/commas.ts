/** The commas that Latin, Chinese, Japanese, Arabic and Ethiopic keyboards write, and their other widths. */
export const ANY_COMMA = /[,，﹐、﹑､،፣]/g;

export function splitAtCommas(text: string): string[] {
  return text.split(ANY_COMMA);
}
