"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.fileLinker = fileLinker;
const isInside_1 = require("../../links/isInside");
const itemFiles_1 = require("../../n8n/itemFiles");
const readValue_1 = require("../../parameters/readValue");
const formChoices_1 = require("./formChoices");
const linkLifetime = '24h';
function fileLinker(context, itemIndex, serviceHost, stableNames, report) {
    const find = (wanted) => (0, itemFiles_1.findFile)(context, itemIndex, wanted);
    const findWanted = (wanted, { takesOnlyFile = false }) => {
        const [only, ...others] = (0, itemFiles_1.fileNames)(context, itemIndex);
        const isOnlyMeant = takesOnlyFile && wanted === formChoices_1.defaultFile && others.length === 0;
        return find(wanted) ?? (isOnlyMeant ? find(only) : undefined);
    };
    const link = async (wanted, field) => {
        const file = findWanted(wanted, field);
        if (file === undefined)
            return { problem: tellMissing(wanted) };
        const name = (0, readValue_1.nameValue)(typeof wanted === 'string' ? wanted : (file.fileName ?? file.id));
        const { kind } = field;
        if (!file.mimeType?.startsWith(`${kind}/`))
            return {
                problem: `${name} must be of type ${kind}, but its type is ${file.mimeType || 'unknown'}.`,
            };
        if (!file.id)
            return {
                problem: `${name} is held in memory, where the service can’t fetch it. Set N8N_DEFAULT_BINARY_DATA_MODE=filesystem (or s3) on n8n, or give a URL.`,
            };
        if (!(await (0, itemFiles_1.isStored)(context, file.id)))
            return { problem: `${name} isn’t among n8n’s stored files. Download it again in this run.` };
        const kept = await (0, itemFiles_1.keepFile)(context, file);
        const url = context.helpers.createBinarySignedUrl(kept, linkLifetime);
        const { hostname } = new URL(url);
        if (!(0, isInside_1.canReach)(serviceHost, hostname))
            return {
                problem: `${name} would be a link to ${hostname}, which the service can’t reach. Set WEBHOOK_URL on n8n to its public address, or give a URL.`,
            };
        stableNames.set(url, `binary:${file.id}`);
        return { value: url };
    };
    const tellMissing = (wanted) => {
        if (typeof wanted !== 'string')
            return `must be a file or its name, but it is ${(0, readValue_1.nameValue)(wanted)}.`;
        const found = (0, itemFiles_1.fileNames)(context, itemIndex).map(readValue_1.nameValue).join(', ') || 'no files at all';
        return `is ${(0, readValue_1.nameValue)(wanted)}, but this item has no such file. It has ${found}.`;
    };
    return async (value, field) => {
        const isName = (text) => field.isSingle === true || find(text) !== undefined;
        const all = (0, readValue_1.readList)(value, (text) => (isName(text) ? [text] : text.split(/[\n,]/)));
        const wanted = all.filter((one) => find(one) ?? !(0, itemFiles_1.isLeftOut)(context, itemIndex, String(one)));
        const problems = [];
        const urls = [];
        if (field.isSingle && wanted.length > 1)
            problems.push(`must be a single file, but there are ${wanted.length}.`);
        else
            for (const one of wanted) {
                const { value: url, problem } = await link(one, field);
                if (problem === undefined)
                    urls.push(url);
                else
                    problems.push(problem);
            }
        for (const problem of problems)
            report(`${field.label} ${problem}`);
        return problems.length > 0 ? undefined : urls;
    };
}
