"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.headLength = void 0;
exports.readOtherType = readOtherType;
exports.describeFile = describeFile;
exports.headLength = 64;
const others = [
    ['\x89PNG', 'an image'],
    ['\xff\xd8\xff', 'an image'],
    ['GIF8', 'an image'],
    ['%PDF', 'a PDF document'],
    ['PK\x03\x04', 'a ZIP archive'],
    ['\x1f\x8b', 'a compressed file'],
    ['#EXTM3U', 'a playlist'],
];
const possibleType = /^$|^video\/|octet-stream|download|\/binary$|\/mp4$|\/x-matroska$/;
const endings = {
    'video/mp4': 'mp4',
    'video/webm': 'webm',
    'video/quicktime': 'mov',
    'video/x-matroska': 'mkv',
};
const longestName = 100;
function readOtherType(head) {
    const text = Buffer.from(head).toString('latin1');
    const words = text.replace(/^\xef\xbb\xbf/, '').trimStart();
    if (/^<[!?a-z]/i.test(words))
        return 'a web page';
    if (/^[{[]\s*["{[\]}\d-]/.test(words))
        return 'a JSON text';
    return others.find(([start]) => text.startsWith(start))?.[1];
}
function describeFile(taskId, url, contentType) {
    const said = String(contentType ?? '')
        .replace(/;.*/s, '')
        .trim()
        .toLowerCase();
    if (!possibleType.test(said))
        return undefined;
    const ending = /\.(\w{2,4})$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? 'mp4';
    const byEnding = Object.keys(endings).find((type) => endings[type] === ending);
    const isSaid = said.startsWith('video/') && said.length <= longestName;
    const mimeType = isSaid ? said : (byEnding ?? 'video/mp4');
    const name = taskId.replace(/[^\w.-]+/g, '_').slice(0, longestName);
    return { fileName: `${name}.${endings[mimeType] ?? ending}`, mimeType };
}
