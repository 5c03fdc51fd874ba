import { describe, expect, it } from 'vitest';
import { planItems, type Plan } from '../../../../nodes/CreateVideo/order/planItems.ts';

type Fields = Record<string, unknown>;

const fields: Fields = { mode: 'textToVideo', model: 'standard', prompt: 'A boat' };
const frame = { mode: 'imageToVideo', firstFrameSource: 'binary', lastFrameSource: 'none' };
const service = {
  baseUrl: 'https://service.test',
  signLabel: async (label: string) => `signed-${label.length}`,
};

const photo = { data: '', id: 'p1', mimeType: 'image/png' };

/** Plans rows with one file, which gets another link each time. */
function plan(
  rows: Fields[],
  settings: string[] = [],
  connect = async () => service,
  isTool = false,
) {
  let signed = 0;
  const files = {
    find: (wanted: unknown) =>
      wanted === 'photo' ? photo : wanted === Object(wanted) ? (wanted as typeof photo) : undefined,
    names: () => ['photo'],
    isLeftOut: () => false,
    link: async ({ mimeType }: Partial<typeof photo>, kind: string, lifetime: string) =>
      mimeType?.startsWith(kind)
        ? { url: `https://n8n.test/file?token=${(signed += 1)}&for=${lifetime}` }
        : { type: mimeType ?? '' },
  };
  const table = {
    rows: rows.length,
    field: (name: string, at: number) => ({ ...fields, ...rows[at] })[name] ?? '',
    files: () => files,
    isTool,
  };
  return planItems(table, connect as never, settings);
}

const bodyOf = ({ state }: { state: object }) =>
  JSON.parse((state as { body: string }).body) as Fields;

describe('planItems', () => {
  it.each([
    ['https://n8n.test/webhook-waiting/1?signature=s', 'resume URL of this execution', '&'],
    ['https://hooks.test/a', 'https://hooks.test/a', '?'],
  ])('takes a row with links for the same on every try: %s', async (callbackUrl, name, mark) => {
    const options = { callbackUrl, orderLabel: 'order 7', orderKey: 'k' };
    const row = { ...frame, firstFrameBinary: 'photo', options };
    const [first, again] = await plan([row, row]);
    const callback_url = `${callbackUrl}${mark}video_label=order%207&video_signature=signed-7`;
    const [one, other] = [1, 2].map((n) => [`https://n8n.test/file?token=${n}&for=24h`]);
    expect(bodyOf(first!)).toMatchObject({ image_urls: one, callback_url });
    expect(bodyOf(again!)).toMatchObject({ image_urls: other, callback_url });
    expect(again!.fingerprint).toBe(first!.fingerprint);
    const stable = { image_urls: ['binary:p1 '], callback_url: name };
    expect(JSON.parse(first!.fingerprint!)).toMatchObject(stable);
    expect(first).toMatchObject({ orderKey: 'k', label: 'order 7' });
  });

  it('says what a row asks for where that is compared: under its key, or in an agent’s call', async () => {
    const rows = [{}, { options: { orderKey: 'k' } }];
    const isCompared = (plans: Plan[]) => plans.map(({ fingerprint }) => fingerprint !== undefined);
    expect(isCompared(await plan(rows))).toEqual([false, true]);
    expect(isCompared(await plan(rows, [], undefined, true))).toEqual([true, true]);
  });

  it('needs neither callback nor label, and sends nothing of a preview', async () => {
    const resumeUrl = 'https://n8n.test/webhook-waiting/1?signature=s';
    const hook = { callbackUrl: 'https://hooks.test/a' };
    const rows = [{ orderLabel: 'L' }, hook, { preview: true, callbackUrl: resumeUrl }];
    const plans = await plan(rows.map((options) => ({ options })));
    expect(bodyOf(plans[0]!)).not.toHaveProperty('callback_url');
    expect(bodyOf(plans[1]!).callback_url).toBe('https://hooks.test/a');
    const request = { prompt: 'A boat', callback_url: 'resume URL of this execution' };
    expect(plans[2]!.state).toMatchObject({ kind: 'preview', request });
  });

  it('sends the account’s family, and with one that can’t be used nothing of any row', async () => {
    const rows = [{}, { model: 'fast' }];
    const using = (modelFamily: string) =>
      plan(rows, [], async () => ({ ...service, modelFamily }));
    const [standard, fast] = await using('x-2.0-reference-to-video');
    expect(bodyOf(standard!).model).toBe('x-2.0-text-to-video');
    expect(bodyOf(fast!).model).toBe('x-2.0-fast-text-to-video');
    for (const { state } of await using('x 2.0'))
      expect(state).toMatchObject({
        failure: {
          ...{ reason: 'invalidInput', paid: 'no' },
          message: expect.stringMatching(/^The Model Family of the .* contains a space/),
          step: 'Nothing was sent. Open the Video Generation API credential and fix it.',
        },
      });
  });

  const wrong = { prompt: '', options: { orderLabel: 'L' } };
  const problem = 'Prompt is empty. Describe what the video should show.';
  const failed = (message: string) => ({
    kind: 'notCreated',
    failure: {
      ...{ reason: 'invalidInput', paid: 'no', message },
      step: 'Fix this, in the node or in your data.',
    },
  });

  it('holds back a row that is wrong, and with wrong settings all', async () => {
    const [bad, good] = await plan([wrong, {}]);
    expect(bad).toEqual({ state: failed(problem), label: 'L' });
    expect(good!.state).toMatchObject({ kind: 'planned' });
    const row = { options: { orderLabel: 'M' } };
    expect(await plan([wrong, row], ['Check Every is 0.', 'So is the limit.'])).toEqual([
      bad,
      { state: failed('Check Every is 0. So is the limit.'), label: 'M' },
    ]);
  });

  it('holds back rows that share an Order Key and ask for different videos', async () => {
    const options = { orderKey: 'order-' };
    const rows = [{ options }, {}, { prompt: 'Another', options }, { prompt: 'A third', options }];
    const [first, other, ...more] = await plan(rows);
    const message =
      'Order Key is "order-" in rows 1, 3 and 4, which ask for different videos. Give each of them a key of its own: check the names in the expression.';
    for (const { state } of [first!, ...more]) expect(state).toEqual(failed(message));
    expect(other!.state).toMatchObject({ kind: 'planned' });
    const [one, same] = await plan([{ options }, { options }]);
    expect([one!.state.kind, same!.state.kind]).toEqual(['planned', 'planned']);
  });

  it.each([
    ['http://minio/a.png', service.baseUrl, 'notCreated'],
    ['http://minio/a.png', 'http://video.internal', 'planned'],
    ['https://files.test/a.png', service.baseUrl, 'planned'],
  ])('has %s be reached from %s: %s', async (imageUrls, baseUrl, kind) => {
    const options = { callbackUrl: imageUrls.replace('http:', 'https:') };
    const rows = [{ mode: 'referenceToVideo', imageUrls, options }];
    const [row] = await plan(rows, [], async () => ({ ...service, baseUrl }));
    expect(row!.state.kind).toBe(kind);
  });

  it('fails each row where the service cannot be opened', async () => {
    const connect = () => Promise.reject(new Error('no credential'));
    const failure = { message: 'no credential', paid: 'no', reason: 'invalidInput' };
    expect(await plan([{}, wrong], [], connect)).toMatchObject([
      { state: { kind: 'notCreated', failure } },
      { state: { kind: 'notCreated', failure } },
    ]);
  });

  const song = { ...photo, mimeType: 'audio/mpeg', fileName: 'song' };
  it.each([
    [
      ['photo', song],
      'Image Files "song" must be of type image, but its type is audio/mpeg, and its content is no image either.',
    ],
    [
      { ...photo, mimeType: undefined },
      'Image Files "p1" must be of type image, but its type is unknown, and its content is no image either.',
    ],
    [
      { ...photo, id: '', fileName: 'x' },
      'Image Files "x" is held in memory, where the service can’t fetch it. Set N8N_DEFAULT_BINARY_DATA_MODE=filesystem (or s3) on n8n, or give a URL.',
    ],
  ])('names each file that cannot be sent: %j', async (imageBinaries, message) => {
    const [{ state } = {}] = await plan([{ mode: 'referenceToVideo', imageBinaries }]);
    expect(state).toMatchObject({ failure: { message } });
  });
});
