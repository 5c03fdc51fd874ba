import { describe, expect, it } from 'vitest';
import { optionFields } from '../../../nodes/delivery/fields/options.ts';
import { defaultSettings } from '../../../nodes/waiting/settings.ts';

describe('optionFields', () => {
  it('shows as defaults what the wait does without them', () => {
    const shown = Object.fromEntries(
      (optionFields[0]!.options ?? []).map((field) => [
        field.name,
        'default' in field && field.default,
      ]),
    );
    expect(shown).toMatchObject({
      followProgress: defaultSettings.followProgress,
      intervalSeconds: defaultSettings.intervalMs / 1000,
    });
  });
});
