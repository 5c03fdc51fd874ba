"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.hasExpression = hasExpression;
exports.readForRun = readForRun;
const inTurns_1 = require("../concurrency/inTurns");
function hasExpression(stored) {
    if (typeof stored === 'string')
        return stored.startsWith('=');
    return typeof stored === 'object' && stored !== null && Object.values(stored).some(hasExpression);
}
async function readForRun(context, name, fallback, unreadable = 'throw') {
    const read = (itemIndex) => context.getNodeParameter(name, itemIndex, fallback);
    const itemIndexes = hasExpression(context.getNode().parameters[name])
        ? [...context.getInputData().keys()]
        : [0];
    const rows = [];
    let fault;
    const breathe = (0, inTurns_1.breather)();
    for (const itemIndex of itemIndexes) {
        await breathe();
        try {
            rows.push({ itemIndex, value: read(itemIndex) });
        }
        catch (error) {
            fault ??= { error };
        }
    }
    if (fault !== undefined && (unreadable === 'throw' || rows.length === 0))
        throw fault.error;
    return {
        value: rows[0]?.value,
        differs(pick) {
            const first = pick(rows[0]?.value);
            const text = JSON.stringify(first);
            const other = rows.find(({ value }) => {
                const picked = pick(value);
                return picked !== first && JSON.stringify(picked) !== text;
            });
            return other === undefined ? undefined : other.itemIndex + 1;
        },
    };
}
