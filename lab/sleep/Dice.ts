import { seededRandom } from '../random.ts';

export { seededRandom };

/** Chance with the words that a plan is written in. */
export class Dice {
  private readonly random: () => number;

  /** @param what - keeps chance for one purpose apart from that for another of the same seed */
  constructor(seed: number, what: string) {
    let mixed = seed ^ 0x9e3779b9;
    for (const letter of what) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193);
    this.random = seededRandom(mixed);
    this.random();
  }

  isTrue = (share: number) => this.random() < share;
  between = (least: number, most: number) => least + (most - least) * this.random();
  whole = (least: number, most: number) => Math.floor(this.between(least, most + 1));
  /** Small numbers as often as large ones. */
  scale = (least: number, most: number) => least * (most / least) ** this.random();
  pick = <T>(choices: readonly T[]): T => choices[this.whole(0, choices.length - 1)]!;
}
