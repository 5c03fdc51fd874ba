import { describe, expect, it } from 'vitest';
import { placeOfEnvironment, settingsOfEnvironment } from '../../../playground/processes/place.ts';

describe('placeOfEnvironment', () => {
  it('is the pinned n8n where nothing is named', () => {
    expect(placeOfEnvironment({})).toEqual({ kind: 'pinned' });
    expect(placeOfEnvironment({ VIDEOGEN_N8N_URL: '' })).toEqual({ kind: 'pinned' });
  });

  it('is the n8n of an address, with an account where one is named', () => {
    const VIDEOGEN_N8N_URL = 'http://localhost:5678/';
    expect(placeOfEnvironment({ VIDEOGEN_N8N_URL })).toEqual({
      kind: 'url',
      url: 'http://localhost:5678',
      account: undefined,
    });
    const named = { VIDEOGEN_N8N_EMAIL: 'me@n8n.example', VIDEOGEN_N8N_PASSWORD: 'mine' };
    expect(placeOfEnvironment({ VIDEOGEN_N8N_URL, ...named })).toMatchObject({
      account: { email: 'me@n8n.example', password: 'mine' },
    });
  });
});

describe('settingsOfEnvironment', () => {
  it('reads pairs, and values that hold an equals sign', () => {
    expect(settingsOfEnvironment({ VIDEOGEN_N8N_SETTINGS: 'A=1  B=x=y ' })).toEqual({
      A: '1',
      B: 'x=y',
    });
    expect(settingsOfEnvironment({})).toEqual({});
  });
});
