import { describe, expect, it } from 'vitest';
import { waitingFields } from '../../../nodes/delivery/fields/waiting.ts';
import { defaultSettings } from '../../../nodes/waiting/settings.ts';

describe('waitingFields', () => {
  it('shows as defaults what the wait does without them', () => {
    const shown = Object.fromEntries(
      (waitingFields[0]!.options ?? []).map((field) => [
        field.name,
        'default' in field && field.default,
      ]),
    );
    expect(shown).toMatchObject({
      followProgress: defaultSettings.followProgress,
      concurrency: defaultSettings.concurrency,
      intervalSeconds: defaultSettings.intervalMs / 1000,
    });
  });
});
