import { describe, expect, it } from 'vitest';
import { tellGaps } from '../../../openapi/build/tellGaps.ts';

describe('tellGaps', () => {
  it('moves gaps and reasons into the description', () => {
    const field = {
      description: 'Length.',
      'x-constraint-evidence': [
        { keyword: 'required', evidence: 'observed', because: 'All have it.' },
      ],
      'x-unspecified': { omission: 'What is used without it.' },
    };
    expect(tellGaps({ properties: { duration: field } })).toEqual({
      properties: {
        duration: {
          description:
            'Length.\n\n- `required` is observed: All have it.\n- Not stated (*omission*): What is used without it.\n',
        },
      },
    });
  });

  it('leaves a node without gaps as it is', () => {
    expect(tellGaps({ description: 'A video.', 'x-evidence': 'documented' })).toEqual({
      description: 'A video.',
      'x-evidence': 'documented',
    });
  });
});
