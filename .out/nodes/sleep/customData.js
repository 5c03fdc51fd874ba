"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.noteInCustomData = noteInCustomData;
exports.packTaskIds = packTaskIds;
const key = 'videogen_tasks';
const mostKeys = 4;
const mostCharacters = 255;
const between = ', ';
const andMore = '…';
function noteInCustomData(context, taskIds) {
    const { customData } = context;
    if (customData === undefined)
        return;
    const before = customData.getAll();
    const values = packTaskIds(taskIds);
    for (let index = 0; index < mostKeys; index++) {
        const name = index === 0 ? key : `${key}_${index + 1}`;
        const value = values[index] ?? (name in before ? '' : undefined);
        if (value !== undefined)
            customData.set(name, value);
    }
}
function packTaskIds(taskIds) {
    const room = mostCharacters - between.length - andMore.length;
    const values = [];
    for (const id of taskIds) {
        const longer = values.length === 0 ? undefined : values.at(-1) + between + id;
        const isOdd = id.includes(between) || id.length > room;
        if (!isOdd && longer !== undefined && longer.length <= room)
            values[values.length - 1] = longer;
        else if (!isOdd && values.length < mostKeys)
            values.push(id);
        else
            return [...values.slice(0, -1), [...values.slice(-1), andMore].join(between)];
    }
    return values;
}
