import type { IExecuteFunctions } from 'n8n-workflow';
import { parseUrlList } from '../../urls/parseUrlList';
import type { Inputs } from '../Inputs';
import { linkBinary, type LinkSettings } from './linkBinary';
import type { MediaKind } from './MediaKind';

type MediaInputs = Pick<
  Inputs,
  'firstFrame' | 'lastFrame' | 'imageUrls' | 'videoUrls' | 'audioUrls'
>;

export interface Media {
  inputs: MediaInputs;
  /** What is wrong with the files of the item. */
  problems: string[];
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
  const problems: string[] = [];
  const stableNames = new Map<string, string>();
  const parameter = (name: string) => context.getNodeParameter(name, itemIndex, '');

  const links = (names: string[], label: string, kind: MediaKind) =>
    names.flatMap((name) => {
      const link = linkBinary(context, itemIndex, name, { ...settings, label, kind });
      if ('problem' in link) {
        problems.push(`Expected ${link.problem}`);
        return [];
      }
      stableNames.set(link.url, link.stableName);
      return [link.url];
    });

  const frame = (name: string, label: string) =>
    parameter(`${name}Source`) === 'binary'
      ? links([String(parameter(`${name}Binary`)).trim()], label, 'image')
      : parameter(name);

  const references = (kind: MediaKind, label: string) => [
    ...parseUrlList(parameter(`${kind}Urls`)),
    ...links(fieldNames(parameter(`${kind}Binaries`)), label, kind),
  ];

  const mode = parameter('mode');
  const none = { firstFrame: '', lastFrame: '', imageUrls: '', videoUrls: '', audioUrls: '' };
  const inputs: MediaInputs =
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
  return { inputs, problems, stableNames };
}
