import type { IExecuteFunctions } from 'n8n-workflow';
import { parseUrlList } from '../../urls/parseUrlList';
import { readChoice } from '../../parameters/readChoice';
import { sourceChoices, type Inputs } from '../Inputs';
import { linkBinary, type LinkSettings } from './linkBinary';
import type { MediaKind } from './MediaKind';

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
 * @param settings - how long links last, and whether the service runs on this machine
 */
export function readMedia(
  context: IExecuteFunctions,
  itemIndex: number,
  settings: Pick<LinkSettings, 'lifetimeHours' | 'serviceIsLocal'>,
): Media {
  const mediaProblems: string[] = [];
  const stableNames = new Map<string, string>();
  const parameter = (name: string) => context.getNodeParameter(name, itemIndex, '');

  const links = (names: string[], label: string, kind: MediaKind) =>
    names.flatMap((name) => {
      const link = linkBinary(context, itemIndex, name, { ...settings, label, kind });
      if ('problem' in link) {
        mediaProblems.push(link.problem);
        return [];
      }
      stableNames.set(link.url, link.stableName);
      return [link.url];
    });

  const frame = (name: string, label: string) => {
    // Older workflows and other tools may leave the choice out; the form's own default is URL.
    const source = context.getNodeParameter(`${name}Source`, itemIndex, 'url');
    const choice = readChoice(source, `${label} From`, sourceChoices);
    if (choice.problem !== undefined) mediaProblems.push(choice.problem);
    return choice.value === 'binary'
      ? links([String(parameter(`${name}Binary`)).trim()], `${label} File`, 'image')
      : parameter(name);
  };

  const references = (kind: MediaKind, label: string) => [
    ...parseUrlList(parameter(`${kind}Urls`)),
    ...links(fieldNames(parameter(`${kind}Binaries`)), label, kind),
  ];

  const mode = parameter('mode');
  const none = { firstFrame: '', lastFrame: '', imageUrls: '', videoUrls: '', audioUrls: '' };
  const fields =
    mode === 'imageToVideo'
      ? {
          ...none,
          firstFrame: frame('firstFrame', 'First Frame'),
          lastFrame: frame('lastFrame', 'Last Frame'),
        }
      : mode === 'referenceToVideo'
        ? {
            ...none,
            imageUrls: references('image', 'Image Files'),
            videoUrls: references('video', 'Video Files'),
            audioUrls: references('audio', 'Audio Files'),
          }
        : none;
  return { inputs: { ...fields, mediaProblems }, stableNames };
}
