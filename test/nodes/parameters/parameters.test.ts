import { describe, expect, it } from 'vitest';
import {
  nameValue,
  readNumber,
  readChoice,
  readSwitch,
} from '../../../nodes/parameters/readValue.ts';

describe('readNumber', () => {
  const rule = { label: 'Request Timeout', least: 1, most: 3600 };

  it.each([
    [5, 5],
    ['5', 5],
    [' 5 ', 5],
    ['+5', 5],
    [1.5, 1.5],
    ['1.5', 1.5],
    [1, 1],
    [3600, 3600],
  ])('reads %j as %j', (value, number) => {
    expect(readNumber(value, rule)).toEqual({ value: number });
  });

  it.each([
    [undefined, 'empty'],
    [null, 'empty'],
    ['', 'empty'],
    ['  ', '"  "'],
    [NaN, 'not a number'],
    [Infinity, 'Infinity'],
    [0, '0'],
    [-1, '-1'],
    [3600.5, '3600.5'],
    ['two', '"two"'],
    ['0x10', '"0x10"'],
    ['1e3', '"1e3"'],
    ['5 s', '"5 s"'],
    ['1,5', '"1,5"'],
    [true, 'true'],
    [[5], 'a list'],
    [{ valueOf: () => 5 }, 'an object'],
  ])('refuses %j by name', (value, named) => {
    expect(readNumber(value, rule)).toEqual({
      problem: `Request Timeout must be a number from 1 to 3600, but it is ${named}.`,
    });
  });

  it('takes only whole numbers where the field wants one', () => {
    const whole = { label: 'Duration', least: 1, most: Infinity, whole: true };
    expect(readNumber('10', whole)).toEqual({ value: 10 });
    expect(readNumber(2.5, whole).problem).toBe(
      'Duration must be a whole number of at least 1, but it is 2.5.',
    );
    expect(readNumber(2 ** 53, whole).problem).toContain('Duration must be a whole number');
  });
});

describe('readSwitch', () => {
  it.each([
    [true, true],
    ['true', true],
    [' TRUE ', true],
    [false, false],
    ['false', false],
  ])('reads %j as %j', (value, on) => {
    expect(readSwitch(value, 'Preview Only')).toEqual({ value: on });
  });

  it.each([undefined, null, '', 0, 1, 'yes', 'no', [], {}])('refuses %j', (value) => {
    expect(readSwitch(value, 'Preview Only').problem).toMatch(
      /^Preview Only must be true or false, but it is /,
    );
  });
});

describe('readChoice', () => {
  const choices = ['standard', 'fast'] as const;

  it('takes what is on the list', () => {
    expect(readChoice('fast', 'Model', choices)).toEqual({ value: 'fast' });
  });

  it.each(['Fast', ' fast', '', undefined, null, 1, ['fast'], { fast: 1 }, 'constructor'])(
    'refuses %j by name',
    (value) => {
      expect(readChoice(value, 'Model', choices).problem).toBe(
        `Model must be one of "standard", "fast", but it is ${nameValue(value)}.`,
      );
    },
  );
});
