import { describe, expect, it } from 'vitest';
import { isBlockedByN8n, settingToAllow } from '../../../nodes/n8n/isBlockedByN8n.ts';

const blocked = Object.assign(new Error('The request was blocked'), { name: 'SsrfBlockedIpError' });

describe('isBlockedByN8n', () => {
  it('knows n8n’s refusal, also inside another error', () => {
    expect(isBlockedByN8n(blocked)).toBe(true);
    expect(isBlockedByN8n(new Error('Request failed', { cause: blocked }))).toBe(true);
  });

  it('takes no other fault for one', () => {
    expect(isBlockedByN8n(new Error('connect ECONNREFUSED 127.0.0.1:5678'))).toBe(false);
    expect(isBlockedByN8n(undefined)).toBe(false);
  });
});

describe('settingToAllow', () => {
  it.each([
    ['http://127.0.0.1:5678/webhook-waiting/1', 'N8N_SSRF_ALLOWED_IP_RANGES=127.0.0.1/32'],
    ['http://[::1]:5678/webhook-waiting/1', 'N8N_SSRF_ALLOWED_IP_RANGES=::1/128'],
    ['https://n8n.example/webhook-waiting/1', 'N8N_SSRF_ALLOWED_HOSTNAMES=n8n.example'],
  ])('names the setting for %s', (url, setting) => {
    expect(settingToAllow(url)).toBe(setting);
  });
});
