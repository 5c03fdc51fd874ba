import { describe, expect, it } from 'vitest';
import { waitOptions } from '../../../nodes/results/fields.ts';
import { defaultSettings } from '../../../nodes/look/settings.ts';

describe('waitOptions', () => {
  it('shows as defaults what the wait does without them', () => {
    const shown = Object.fromEntries(
      waitOptions.map((field) => [field.name, 'default' in field && field.default]),
    );
    expect(shown).toMatchObject({
      intervalSeconds: defaultSettings.intervalMs / 1000,
    });
  });
});
