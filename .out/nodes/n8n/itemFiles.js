"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.findFile = findFile;
exports.fileNames = fileNames;
exports.isLeftOut = isLeftOut;
exports.isStored = isStored;
exports.keepFile = keepFile;
const filesField = '_files';
const itemOf = (context, itemIndex) => context.getInputData()[itemIndex];
function findFile(context, itemIndex, wanted) {
    for (const path of [wanted, `${filesField}.${String(wanted)}`])
        try {
            return context.helpers.assertBinaryData(itemIndex, path);
        }
        catch {
        }
    return undefined;
}
function fileNames(context, itemIndex) {
    const { json, binary } = itemOf(context, itemIndex);
    if (context.getWorkflowSettings().binaryMode !== 'combined')
        return Object.keys(binary ?? {});
    const fields = Object.entries({ ...json, ...Object(json[filesField]) });
    return fields.filter(([, value]) => 'mimeType' in Object(value)).map(([name]) => name);
}
function isLeftOut(context, itemIndex, name) {
    return Object.entries(itemOf(context, itemIndex).json).some(([field, value]) => [field, field.replace(/\W/g, '_')].includes(name) &&
        [value].flat().every((one) => one === null || one === ''));
}
async function isStored(context, id) {
    try {
        await context.helpers.getBinaryMetadata(id);
        return true;
    }
    catch {
        return false;
    }
}
const passingPlace = '/temp/';
async function keepFile(context, file) {
    if (!file.id?.includes(passingPlace))
        return file;
    const bytes = await context.helpers.getBinaryStream(file.id);
    return await context.helpers.prepareBinaryData(bytes, file.fileName, file.mimeType);
}
