import { requestField } from '../generated/contract';
import { isAddress } from './endOf';

/** What a service may repeat of the request, and what shows a video without being one. */
const otherNames =
  /callback|webhook|input|image|audio|thumb|cover|poster|preview|avatar|docs?|help/;
const inputs: readonly string[] = Object.values(requestField);
const ofVideo = /video|\.(mp4|webm|mov|mkv)([?#]|$)/;

/**
 * Finds what may be the address of the video in a record of another shape than the contract's, for a
 * person to look at: nothing is fetched from there.
 */
export function findAddress(record: object): string | undefined {
  const found: Array<{ path: string; address: string }> = [];
  const search = (value: unknown, path: string): void => {
    if (isAddress(value)) found.push({ path, address: value.trim() });
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value))
      if (!inputs.includes(name) && !otherNames.test(name.toLowerCase()))
        search(inner, `${path} ${name.toLowerCase()}`);
  };
  search(record, '');
  const isLikely = ({ path, address }: (typeof found)[number]) =>
    ofVideo.test(path) || ofVideo.test(address);
  return (found.find(isLikely) ?? found[0])?.address;
}
