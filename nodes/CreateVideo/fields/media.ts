import type { INodeProperties } from 'n8n-workflow';
import { requestField } from '../../generated/contract';
import { checkIsFile } from '../../links/urls';
import { choiceOf } from '../../parameters/readValue';
import { checkReach, readAddresses } from './addresses';
import { defaultFile, modeChoices, take } from './FormRow';
import type { FormRow, MediaKind, Mode, RequestPart } from './FormRow';

/** Hides a field in each other mode, so that all fields are shown if Mode is an expression. */
const onlyIn = (mode: Mode) => ({ mode: modeChoices.filter((one) => one !== mode) });

const checkMedia = (row: FormRow) => (url: URL) =>
  checkReach(row, url, 'Give a public address, or pass the file itself.') ?? checkIsFile(url);

const sources = {
  none: { name: 'None', value: 'none', description: 'The service decides how the video ends' },
  url: { name: 'URL', value: 'url' },
  binary: {
    name: 'File From a Previous Node',
    value: 'binary',
    description: 'A picture that came in with the item',
  },
};
type Source = keyof typeof sources;

/**
 * The fields of one picture, and their reader. None is required, because n8n would demand it of rows of
 * all modes if Mode is an expression.
 *
 * @param from - where the picture may come from; the first is the default
 * @param ifEmpty - what an empty field means
 */
function frame(which: 'First' | 'Last', from: Source[], verb: string, ifEmpty = '') {
  const name = `${which.toLowerCase()}Frame`;
  const source = `${name}Source`;
  const [firstSource] = from;
  const hide = onlyIn('imageToVideo');
  const fields: INodeProperties[] = [
    {
      displayName: `${which} Frame From`,
      name: source,
      type: 'options',
      options: from.map((one) => sources[one]),
      default: firstSource,
      displayOptions: { hide },
      description: `Where to find the picture that your video ${verb} with`,
    },
    {
      displayName: `${which} Frame URL`,
      name,
      type: 'string',
      default: '',
      placeholder: `e.g. https://example.com/${verb}.png`,
      displayOptions: { hide, show: { [source]: ['url'] } },
      description: `The web address of the picture itself, not of a page around it.${ifEmpty}`,
    },
    {
      displayName: `${which} Frame File`,
      name: `${name}Binary`,
      type: 'string',
      default: defaultFile,
      placeholder: 'e.g. data',
      hint: 'The name of the field that holds the picture, as you see it under Binary',
      typeOptions: { binaryDataProperty: true },
      displayOptions: { hide, show: { [source]: ['binary'] } },
      description: `The service fetches it from your n8n by a private link, so you don’t have to put it online.${ifEmpty}`,
    },
  ];

  /** @returns the picture's address, or none; undefined if a problem was reported */
  async function read(row: FormRow): Promise<string[] | undefined> {
    const label = `${which} Frame`;
    const picked = take(row, choiceOf(from)(row.field(source), `${label} From`));
    if (picked === 'none') return [];
    if (picked === 'url')
      return readAddresses(row, row.field(name), `${label} URL`, checkMedia(row), true);
    if (picked === undefined) return undefined;
    // It would be a mistake to take the same picture as first and last.
    const takes = which === 'First' ? 'theOnly' : 'one';
    return await row.linkFiles(row.field(`${name}Binary`), `${label} File`, 'image', takes);
  }
  return { fields, read };
}

const first = frame('First', ['url', 'binary'], 'starts');
const noLast = ' A row where it is empty has no last frame.';
const last = frame('Last', ['none', 'url', 'binary'], 'ends', noLast);

export const framePart: RequestPart = {
  fields: [...first.fields, ...last.fields],
  async read(row, mode) {
    if (mode !== 'imageToVideo') return {};
    const begins = await first.read(row);
    if (begins?.length === 0)
      row.report('First Frame is empty. Give the picture that the video starts with.');
    const ends = await last.read(row);
    return { [requestField.imageUrls]: [...(begins ?? []), ...(ends ?? [])] };
  },
};

function references(kind: MediaKind, title: string, things: string, file: string) {
  const displayOptions = { hide: onlyIn('referenceToVideo') };
  const fields: INodeProperties[] = [
    {
      displayName: `${title} URLs`,
      name: `${kind}Urls`,
      type: 'string',
      typeOptions: { rows: 2 },
      default: '',
      placeholder: `e.g. https://example.com/${file}`,
      displayOptions,
      description: `Web addresses of ${things}, one per line or separated by commas. In the prompt you call them "${kind} 1", "${kind} 2" and so on.`,
    },
    {
      displayName: `${title} Files`,
      name: `${kind}Binaries`,
      type: 'string',
      typeOptions: { binaryDataProperty: true },
      default: '',
      placeholder: 'e.g. data',
      displayOptions,
      description: `Names of the fields under Binary that hold ${things}, separated by commas. They are counted after the URLs.`,
    },
  ];

  /** @returns the addresses; undefined if a problem was reported */
  async function read(row: FormRow): Promise<string[] | undefined> {
    const urls = readAddresses(row, row.field(`${kind}Urls`), `${title} URLs`, checkMedia(row));
    const files = row.field(`${kind}Binaries`);
    const links = await row.linkFiles(files, `${title} Files`, kind, 'several');
    return urls && links && [...urls, ...links];
  }
  return { name: requestField[`${kind}Urls`], fields, read };
}

const kinds = [
  references('image', 'Image', 'pictures', 'hero.png'),
  references('video', 'Video', 'videos', 'dance.mp4'),
  references('audio', 'Audio', 'sounds', 'song.mp3'),
];

export const referencePart: RequestPart = {
  fields: kinds.flatMap(({ fields }) => fields),
  async read(row, mode) {
    if (mode !== 'referenceToVideo') return {};
    const found: Array<[name: string, urls: string[] | undefined]> = [];
    for (const { name, read } of kinds) found.push([name, await read(row)]);
    if (found.every(([, urls]) => urls?.length === 0))
      row.report(
        'Image URLs, Video URLs and Audio URLs are all empty. Give at least one reference.',
      );
    return Object.fromEntries(found.map(([name, urls]) => [name, urls?.length ? urls : undefined]));
  },
};
