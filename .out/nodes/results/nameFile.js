"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.nameFile = nameFile;
const longestName = 100;
const unfit = /[\p{Cc}\p{Surrogate}/\\:*?"<>|]+/gu;
function nameFile(context, file, itemIndex) {
    const name = cleanName(readName(context, itemIndex));
    if (name === '')
        return file;
    const ending = /\.\w+$/.exec(file.fileName ?? '')?.[0] ?? '';
    const hasEnding = name.toLowerCase().endsWith(ending.toLowerCase());
    return { ...file, fileName: hasEnding ? name : `${name}${ending}` };
}
const cleanName = (name) => name.replaceAll(unfit, '_').trim().replace(/^\.+/, '').slice(0, longestName);
function readName(context, itemIndex) {
    try {
        const { fileName } = context.getNodeParameter('options', itemIndex, {});
        return typeof fileName === 'string' || typeof fileName === 'number' ? String(fileName) : '';
    }
    catch {
        return '';
    }
}
