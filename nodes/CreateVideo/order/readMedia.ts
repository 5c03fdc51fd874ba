import type { IExecuteFunctions } from 'n8n-workflow';
import { parseUrlList } from '../../links/urls';
import { readChoice } from '../../parameters/readValue';
import { firstFrameSources, lastFrameSources, type Inputs, type MediaKind } from './Inputs';
import { linkBinary, type LinkSettings } from './linkBinary';

type MediaInputs = Pick<
  Inputs,
  'firstFrame' | 'lastFrame' | 'imageUrls' | 'videoUrls' | 'audioUrls' | 'mediaProblems'
>;

export interface Media {
  inputs: MediaInputs;
  /** By link: the file's name that stays the same from try to try. */
  stableNames: Map<string, string>;
}

const fieldNames = (value: unknown) =>
  String(value)
    .split(/[\n,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * Reads an item's media fields: URLs as given, files of the item as links to n8n's binary store.
 *
 * @param context - the running node
 * @param itemIndex - the item
 * @param settings - how long links last, and who is to fetch them
 */
export async function readMedia(
  context: IExecuteFunctions,
  itemIndex: number,
  settings: Pick<LinkSettings, 'lifetimeHours' | 'serviceHost'>,
): Promise<Media> {
  const mediaProblems: string[] = [];
  const stableNames = new Map<string, string>();
  const parameter = (name: string) => context.getNodeParameter(name, itemIndex, '');

  const links = async (names: string[], label: string, kind: MediaKind, isOnly = true) => {
    const urls: string[] = [];
    for (const name of names) {
      const mayBeOther = isOnly && names.length === 1;
      const link = await linkBinary(context, itemIndex, name, {
        ...{ ...settings, label, kind, mayBeOther },
      });
      if ('problem' in link) mediaProblems.push(link.problem);
      else {
        stableNames.set(link.url, link.stableName);
        urls.push(link.url);
      }
    }
    return urls;
  };

  const frame = async (name: string, label: string, sources: readonly string[]) => {
    const source = parameter(`${name}Source`);
    const choice = readChoice(source, `${label} From`, sources);
    if (choice.problem !== undefined) mediaProblems.push(choice.problem);
    if (choice.value === 'none') return '';
    return choice.value === 'binary'
      ? await links(
          [String(parameter(`${name}Binary`)).trim()],
          `${label} File`,
          'image',
          // The same picture first and last is a mistake.
          name === 'firstFrame',
        )
      : parameter(name);
  };

  const references = async (kind: MediaKind, label: string) => [
    ...parseUrlList(parameter(`${kind}Urls`)),
    ...(await links(fieldNames(parameter(`${kind}Binaries`)), label, kind)),
  ];

  const mode = parameter('mode');
  const none = { firstFrame: '', lastFrame: '', imageUrls: '', videoUrls: '', audioUrls: '' };
  const fields =
    mode === 'imageToVideo'
      ? {
          ...none,
          firstFrame: await frame('firstFrame', 'First Frame', firstFrameSources),
          lastFrame: await frame('lastFrame', 'Last Frame', lastFrameSources),
        }
      : mode === 'referenceToVideo'
        ? {
            ...none,
            imageUrls: await references('image', 'Image Files'),
            videoUrls: await references('video', 'Video Files'),
            audioUrls: await references('audio', 'Audio Files'),
          }
        : none;
  return { inputs: { ...fields, mediaProblems }, stableNames };
}
