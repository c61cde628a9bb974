/**
 * What the subtitles that Whisper was trained on say at their end, by language. Whisper "hears" it in silence.
 * A name of a subtitler belongs here only if {@link isCredit} cannot recognise it.
 */
export const STOCK_PHRASES: readonly string[] = [
  ['you', 'bye', 'bye bye', 'thank you', 'thank you very much', 'thank you for watching'],
  ['thanks for watching', 'thank you so much for watching', 'thanks for listening'],
  ['thank you for listening', 'please subscribe', 'please subscribe to my channel'],
  ['please like and subscribe', 'like and subscribe'],
  ["don't forget to subscribe", "don't forget to like and subscribe", 'subscribe to my channel'],
  ['see you next time', 'see you in the next video', 'see you in the next one'],
  ["i'll see you in the next video", 'to be continued', 'the end', 'blank audio'],
  ['amara org', 'www mooji org', 'transcription outsourcing llc'],
  ['this video is a derivative work of the touhou project'],
  // German
  ['vielen dank', 'vielen dank fürs zuschauen', 'danke fürs zuschauen', 'bis zum nächsten mal'],
  ['vielen dank für ihre aufmerksamkeit', 'bis zum nächsten video', 'abonniert den kanal'],
  ['vergesst nicht zu abonnieren', 'vielen dank fürs zuhören', 'untertitelung des zdf 2020'],
  ['untertitel im auftrag des zdf für funk 2017', 'untertitel der amara org community'],
  // French
  ["merci d'avoir regardé cette vidéo", "merci d'avoir regardé", 'merci pour votre attention'],
  ["n'oubliez pas de vous abonner", 'abonnez vous', 'abonnez vous à la chaîne', 'à bientôt'],
  ['à la prochaine', 'on se retrouve dans la prochaine vidéo', "merci d'avoir écouté"],
  ['sous-titrage société radio-canada', "sous-titres réalisés par la communauté d'amara.org"],
  // Spanish
  ['gracias por ver el video', 'gracias por ver', 'gracias por ver este video', 'suscríbete'],
  ['no olvides suscribirte', 'no olviden suscribirse', 'suscríbete al canal', 'hasta la próxima'],
  ['nos vemos en el próximo video', 'suscríbete a mi canal', 'gracias por su atención'],
  // Portuguese
  ['obrigado por assistir', 'obrigada por assistir', 'inscreva-se no canal', 'inscreva-se'],
  ['não se esqueça de se inscrever', 'não esqueça de se inscrever no canal', 'até a próxima'],
  ['até o próximo vídeo', 'deixe o seu like', 'se inscreva no canal', 'legenda adriana zanyini'],
  // Italian
  ['grazie per la visione', 'grazie per aver guardato il video', "grazie per l'attenzione"],
  ['iscriviti al canale', 'iscrivetevi al canale', 'non dimenticate di iscrivervi al canale'],
  ['alla prossima', 'ci vediamo nel prossimo video', 'grazie per aver guardato'],
  // Dutch and the Nordic languages
  ['bedankt voor het kijken', 'dank u wel', 'tot de volgende keer', 'vergeet niet te abonneren'],
  ['dank u voor het kijken', 'dank je voor het kijken'],
  ['tack för att ni tittade', 'tack för att du tittade', 'tack för att ni har tittat'],
  [
    'glöm inte att prenumerera',
    'tak fordi du så med',
    'tak for at du så med',
    'tak fordi i så med',
  ],
  ['husk at abonnere', 'takk for at du så på', 'takk for at dere så på', 'glem ikke å abonnere'],
  ['takk fyrir að horfa', 'kiitos kun katsoit', 'kiitos katsomisesta', 'muista tilata kanava'],
  // Polish, Czech, Slovak
  ['dziękuję za uwagę', 'dziękuję za oglądanie', 'dziękujemy za uwagę', 'dzięki za oglądanie'],
  ['dzięki za obejrzenie', 'zasubskrybuj kanał', 'subskrybuj', 'do zobaczenia'],
  ['nie zapomnijcie zasubskrybować', 'děkuji za pozornost', 'děkujeme za pozornost'],
  ['děkuji za sledování', 'nezapomeňte odebírat', 'ďakujem za pozornosť', 'ďakujem za sledovanie'],
  // Hungarian, Romanian, Greek
  ['köszönöm a figyelmet', 'köszönöm, hogy megnéztétek', 'köszönöm, hogy megnézted'],
  ['iratkozz fel', 'iratkozzatok fel a csatornára', 'mulțumesc pentru vizionare'],
  ['nu uitați să vă abonați', 'vă mulțumim pentru vizionare', 'să vă mulțumim pentru vizionare'],
  ['ευχαριστώ που παρακολουθήσατε', 'σας ευχαριστώ', 'ευχαριστούμε που παρακολουθήσατε'],
  ['υπότιτλοι authorwave'],
  // Turkish
  ['abone olmayı unutmayın', 'abone ol', 'abone olun', 'izlediğiniz için teşekkür ederim'],
  ['izlediğiniz için teşekkürler', 'i̇zlediğiniz için teşekkür ederim', 'hoşçakalın'],
  ['beğenmeyi ve abone olmayı unutmayın', 'kanalıma abone olmayı unutmayın', 'görüşmek üzere'],
  ['bir sonraki videoda görüşmek üzere', 'altyazı m k'],
  // Russian, Ukrainian and Bulgarian
  [
    'подпишись на канал',
    'подпишитесь на канал',
    'благодаря за гледането',
    'благодаря ви за гледането',
  ],
  ['продолжение следует', 'спасибо за просмотр', 'спасибо за внимание', 'до свидания'],
  ['подписывайтесь на канал', 'подписывайтесь на мой канал', 'не забудьте подписаться'],
  ['не забудьте подписаться на канал', 'ставьте лайки', 'до новых встреч', 'до встречи'],
  ['подпишись', 'подписывайся на канал', 'дякую за перегляд', 'дякуємо за перегляд'],
  ['дякую за увагу', 'підписуйтесь на канал', 'далі буде'],
  // Japanese
  [
    'ご視聴ありがとうございました',
    'ご視聴いただきありがとうございます',
    'ご清聴ありがとうございました',
  ],
  ['最後までご視聴いただきありがとうございます', '最後まで視聴していただきありがとうございました'],
  ['次の動画でお会いしましょう', 'また次の動画でお会いしましょう', 'また次の動画で会いましょう'],
  [
    '次回の動画でお会いしましょう',
    'チャンネル登録お願いします',
    'チャンネル登録をお願いいたします',
  ],
  ['チャンネル登録よろしくお願いします', 'チャンネル登録と高評価をお願いします', 'おやすみなさい'],
  ['それではまた次の動画でお会いしましょう', 'バイバイ', '本日はご覧いただきありがとうございます'],
  // Chinese
  ['谢谢观看', '謝謝觀看', '感谢观看', '感謝觀看', '谢谢大家', '謝謝大家', '谢谢收看', '謝謝收看'],
  ['请不吝点赞 订阅 转发 打赏支持明镜与点点栏目', '請不吝點贊訂閱轉發打賞支持明鏡與點點欄目'],
  ['请订阅我的频道', '請訂閱我的頻道', '下期再见', '下期再見', '我们下期再见', '我們下期再見'],
  [
    '优优独播剧场 YoYo Television Series Exclusive',
    '未经作者授权 禁止转载',
    '多谢您收睇时局新闻 再会',
  ],
  // Korean
  [
    '시청해주셔서 감사합니다',
    '시청해 주셔서 감사합니다',
    '구독과 좋아요 부탁드립니다',
    '다음 영상에서 만나요',
  ],
  [
    '구독 좋아요',
    '구독과 좋아요',
    '다음 영상에서 뵙겠습니다',
    '다음 시간에 만나요',
    '영상편집 및 자막',
  ],
  ['오늘도 시청해주셔서 감사합니다', '끝까지 시청해주셔서 감사합니다', '한글자막 by'],
  // Arabic, Hebrew, Persian
  [
    'شكرا على المشاهدة',
    'شكرا للمشاهدة',
    'اشتركوا في القناة',
    'اشترك في القناة',
    'ترجمة نانسي قنقر',
  ],
  [
    'لا تنسوا الاشتراك في القناة',
    'نراكم في الفيديو القادم',
    'תודה על הצפייה',
    'תודה רבה על הצפייה',
  ],
  ['תודה שצפיתם', 'תודה רבה שצפיתם', 'با تشکر از تماشای شما', 'ممنون که تماشا کردید'],
  // Vietnamese, Indonesian, Thai, Hindi
  [
    'cảm ơn các bạn đã theo dõi',
    'cảm ơn các bạn đã xem',
    'hẹn gặp lại các bạn trong những video tiếp theo',
  ],
  ['hãy subscribe cho kênh ghiền mì gõ', 'कृपया चैनल को सब्सक्राइब करें'],
  ['ขอบคุณที่ติดตาม', 'ขอบคุณที่ติดตามชม'],
  ['hãy subscribe cho kênh ghiền mì gõ để không bỏ lỡ những video hấp dẫn', 'hãy đăng ký kênh'],
  ['hãy đăng ký kênh để ủng hộ kênh của mình nhé', 'terima kasih telah menonton', 'terima kasih'],
  ['terima kasih sudah menonton', 'jangan lupa subscribe', 'jangan lupa like dan subscribe'],
  ['ขอบคุณที่รับชม', 'อย่าลืมกดติดตาม', 'देखने के लिए धन्यवाद', 'चैनल को सब्सक्राइब करें'],
].flat();
