import { describe, expect, it } from 'vitest';
import { waitSettings } from '../../../nodes/delivery/fields/waiting.ts';
import { defaultSettings } from '../../../nodes/waiting/settings.ts';

describe('waitSettings', () => {
  it('shows as defaults what the wait does without them', () => {
    const shown = Object.fromEntries(
      waitSettings.map((field) => [field.name, 'default' in field && field.default]),
    );
    expect(shown).toMatchObject({
      followProgress: defaultSettings.followProgress,
      intervalSeconds: defaultSettings.intervalMs / 1000,
    });
  });
});
