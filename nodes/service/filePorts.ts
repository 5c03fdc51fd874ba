import { isOutOfReach } from '../links/urls';

/** The file of a video, as it stands on an item. */
export type StoredFile = {
  /** In base64, where n8n keeps files in its memory; else what keeps them. */
  data: string;
  mimeType: string;
  fileName?: string;
  id?: string;
};

/** What fetching files needs of n8n. */
export interface FilePorts {
  /** Why an address is not fetched, in words that follow "the link leads to"; undefined if it may. */
  mayFetch(url: URL): Promise<string | undefined>;
  /** Of the Stop button. */
  signal?: AbortSignal | undefined;
  helpers: {
    httpRequest(options: object): Promise<unknown>;
    prepareBinaryData(body: never, fileName: string, mimeType: string): Promise<StoredFile>;
  };
}

/** What a running node lends for that. */
interface FileContext {
  getExecutionCancelSignal(): AbortSignal | undefined;
  helpers: FilePorts['helpers'] & {
    /** n8n's own guard, which looks names up; n8n 1 has none. */
    getSecureEgressFilter?(policy: 'enforced'): {
      validateUrl(url: URL): Promise<{ ok: boolean; error?: Error }>;
    };
  };
}

/**
 * Opens what fetching files needs. What the service answers must not send n8n into the network that
 * it stands in, such as to the metadata of a cloud machine. A service that is itself inside, as one
 * on this machine, may name addresses inside.
 *
 * @param baseUrl - where the service is
 */
export async function openFilePorts(context: FileContext, baseUrl: string): Promise<FilePorts> {
  const { helpers } = context;
  // With the ranges that its administrator blocks or allows.
  const filter = helpers.getSecureEgressFilter?.('enforced');
  const leadsInside = async (url: URL): Promise<boolean> => {
    // Without a guard the name has to tell. n8n's lets the unspecified address pass, which is this
    // machine.
    if (filter === undefined || url.hostname === '[::]') return isOutOfReach(url.hostname);
    try {
      const { error } = await filter.validateUrl(url);
      return /^SsrfBlocked/.test(error?.name ?? '');
    } catch {
      // A name that is not found here may be known to a proxy.
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

/** Types of videos, and those that only say that a file is one to keep. */
const possibleType = /^$|^video\/|octet-stream|download|\/binary$|\/mp4$|\/x-matroska$/;

const typesByEnding: Record<string, string> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
};

/** What is longer would stand in every item. */
const longestName = 100;

/**
 * Names a task's file by the task, and tells its type: what the server says, else what the address
 * says, else MP4. No name that a server gives is taken.
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
