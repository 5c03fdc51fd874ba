import type { IBinaryData } from 'n8n-workflow';
import { isOutOfReach } from '../links/urls';

/** What fetching files needs of n8n. */
export interface FilePorts {
  /** Why an address is not fetched, in words that follow "the link leads to"; undefined if it may. */
  mayFetch(url: URL): Promise<string | undefined>;
  /** Aborts when the user stops the execution. */
  signal?: AbortSignal | undefined;
  helpers: {
    httpRequest(options: object): Promise<unknown>;
    prepareBinaryData(body: never, fileName: string, mimeType: string): Promise<IBinaryData>;
  };
}

interface FileContext {
  getExecutionCancelSignal(): AbortSignal | undefined;
  helpers: FilePorts['helpers'] & {
    /** n8n's own guard, which resolves names and knows what its administrator allows; not in n8n 1. */
    getSecureEgressFilter?(policy: 'enforced'): {
      validateUrl(url: URL): Promise<{ ok: boolean; error?: Error }>;
    };
  };
}

/**
 * Opens what fetching files needs. An answer must not send n8n into its own network, such as to a cloud
 * machine's metadata, unless the service itself is in there.
 *
 * @param baseUrl - the service's
 */
export async function openFilePorts(context: FileContext, baseUrl: string): Promise<FilePorts> {
  const { helpers } = context;
  const filter = helpers.getSecureEgressFilter?.('enforced');
  const leadsInside = async (url: URL): Promise<boolean> => {
    // Without a guard, the name has to tell. n8n's guard lets [::] pass, which is this machine.
    if (filter === undefined || url.hostname === '[::]') return isOutOfReach(url.hostname);
    try {
      const { error } = await filter.validateUrl(url);
      return /^SsrfBlocked/.test(error?.name ?? '');
    } catch {
      // A proxy may know a name that isn't found here.
      return false;
    }
  };
  const serviceIsInside = await leadsInside(new URL(baseUrl));
  return {
    async mayFetch(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        return `a "${url.protocol}" address, and we only follow http and https`;
      if (serviceIsInside || !(await leadsInside(url))) return undefined;
      return `${url.hostname}, an address inside n8n’s own network, while the service is outside of it`;
    },
    signal: context.getExecutionCancelSignal(),
    helpers,
  };
}

/** Types of videos, and those that say nothing but "a file". */
const possibleType = /^$|^video\/|octet-stream|download|\/binary$|\/mp4$|\/x-matroska$/;

const typesByEnding: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
};

/** In characters: it stands in every item. */
const longestName = 100;

/**
 * Names a file by its task, never as the server does. Its type is what the server says, or else what the
 * address says, or else MP4.
 *
 * @returns undefined when the server says that the file is no video
 */
export function describeFile(taskId: string, url: string, contentType: unknown) {
  const [said = ''] = String(contentType ?? '').split(';');
  const type = said.trim().toLowerCase();
  if (!possibleType.test(type)) return undefined;
  const ofAddress = /\.(\w{2,4})$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? 'mp4';
  const isVideo = type.startsWith('video/') && type.length <= longestName;
  const mimeType = isVideo ? type : (typesByEnding[ofAddress] ?? 'video/mp4');
  const ofType = Object.keys(typesByEnding).find((ending) => typesByEnding[ending] === mimeType);
  const name = taskId.replace(/[^\w.-]+/g, '_').slice(0, longestName);
  return { fileName: `${name}.${ofType ?? ofAddress}`, mimeType };
}
