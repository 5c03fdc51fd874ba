import type { StoredFile } from '../service/download/n8nFiles';

const longestName = 100;
/** What separates folders, and what no file system takes. */
const unfit = /[\p{Cc}\p{Surrogate}/\\:*?"<>|]+/gu;

/**
 * The file of an item under the name that the person wants. The video is paid for and here: a name
 * that cannot be used leaves it the one it has.
 *
 * @param wanted - what the option File Name holds; an expression may give anything
 */
export function nameFile(file: StoredFile, wanted: unknown): StoredFile {
  const text = typeof wanted === 'string' || typeof wanted === 'number' ? String(wanted) : '';
  const name = text.replaceAll(unfit, '_').trim().replace(/^\.+/, '').slice(0, longestName);
  if (name === '') return file;
  const ending = /\.\w+$/.exec(file.fileName ?? '')?.[0] ?? '';
  const hasEnding = name.toLowerCase().endsWith(ending.toLowerCase());
  return { ...file, fileName: hasEnding ? name : `${name}${ending}` };
}
