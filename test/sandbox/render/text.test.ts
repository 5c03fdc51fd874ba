import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { fontFor } from '../../../sandbox/src/render/text/fonts.ts';
import { wrap } from '../../../sandbox/src/render/text/wrap.ts';

/** The pixels of one letter, as text to compare. */
function draw(letter: string): string {
  const context = createCanvas(48, 48).getContext('2d');
  context.font = fontFor(letter, 32);
  context.fillText(letter, 8, 36);
  return Buffer.from(context.getImageData(0, 0, 48, 48).data).toString('base64');
}

// Unassigned letters: what a font without the letter shows.
const boxes = ['\u0378', '\u{10fffd}'].map(draw);
const blank = draw(' ');

const samples: [language: string, text: string][] = [
  ['English', 'The quick brown fox'],
  ['Polish', 'Zażółć gęślą jaźń'],
  ['Vietnamese', 'Tiếng Việt có dấu'],
  ['Greek', 'Ξεσκεπάζω την ψυχοφθόρα'],
  ['Russian', 'Съешь же ещё этих булок'],
  ['Armenian', 'Բոլոր մարդիկ ծնվում են'],
  ['Georgian', 'ყველა ადამიანი იბადება'],
  ['Hebrew', 'כל בני אדם נולדו'],
  ['Arabic', 'يولد جميع الناس أحرارا'],
  ['Persian', 'تمام افراد بشر آزاد گچپژ'],
  ['Urdu', 'تمام انسان آزاد ہیں ٹڈڑے'],
  ['Hindi', 'सभी मनुष्य जन्म से'],
  ['Bengali', 'সমস্ত মানুষ স্বাধীন'],
  ['Punjabi', 'ਸਾਰੇ ਮਨੁੱਖ ਆਜ਼ਾਦ'],
  ['Gujarati', 'બધા માણસો સ્વતંત્ર'],
  ['Odia', 'ସବୁ ମଣିଷ ସ୍ୱାଧୀନ'],
  ['Tamil', 'மனிதப் பிறவியினர்'],
  ['Telugu', 'మానవులందరు స్వతంత్రులు'],
  ['Kannada', 'ಎಲ್ಲಾ ಮಾನವರು'],
  ['Malayalam', 'മനുഷ്യരെല്ലാം തുല്യർ'],
  ['Sinhala', 'සියලු මනුෂ්‍යයෝ'],
  ['Thai', 'มนุษย์ทั้งหลายเกิดมา'],
  ['Lao', 'ມະນຸດທຸກຄົນເກີດມາ'],
  ['Khmer', 'មនុស្សទាំងអស់កើតមក'],
  ['Burmese', 'လူတိုင်းသည် လွတ်လပ်'],
  ['Tibetan', 'འགྲོ་བ་མིའི་རིགས་རྒྱུད'],
  ['Amharic', 'የሰው ልጅ ሁሉ ሲወለድ'],
  ['Chinese, simplified', '人人生而自由在尊严和权利上一律平等'],
  ['Chinese, traditional', '人人生而自由在尊嚴和權利上一律平等龍'],
  ['Japanese', 'すべての人間は自由であり、カタカナ'],
  ['Korean', '모든 인간은 태어날 때부터'],
  ['Mongolian', 'ᠬᠦᠮᠦᠨ ᠪᠦᠷ'],
  ['Cherokee', 'ᎾᏂᎥ ᎠᏂᏴᏫ'],
  ['Tamazight', 'ⵉⵎⴷⴰⵏⵏ ⴰⴽⴽⵯ'],
  ['Javanese', 'ꦱꦧꦼꦤ꧀ꦲꦸꦮꦺꦴꦁ'],
  ['Symbols', '→ ∑ √ € ₹ № ★ ♫'],
  ['Emoji', '🚀🎬😀🌍🔥'],
];

describe('fontFor', () => {
  it.each(samples)('has every letter of %s', (_language, text) => {
    const letters = [...new Set(text.replaceAll(/[\s\p{M}\u200d]/gu, ''))];
    const missing = letters.filter((letter) => [...boxes, blank].includes(draw(letter)));
    expect(missing).toStrictEqual([]);
  });
});

describe('wrap', () => {
  const byLength = (text: string) => text.length;

  it.each([
    ['between words', 'the quick brown fox', 10, ['the quick', 'brown fox']],
    ['at line feeds', 'one\n\ntwo', 10, ['one', '', 'two']],
    ['inside a word that is wider than a line', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['without spaces to go by', '人人生而自由', 4, ['人人生而', '自由']],
  ])('breaks %s', (_where, text, width, lines) => {
    expect(wrap(text, width, byLength)).toStrictEqual(lines);
  });
});
