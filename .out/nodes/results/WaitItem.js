"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.keyOf = exports.nothingAsked = void 0;
exports.describeBadItems = describeBadItems;
exports.nothingAsked = 'Nothing was sent, and nothing was charged.';
const keyOf = ({ taskId }) => taskId;
exports.keyOf = keyOf;
const mostRowsNamed = 5;
function describeBadItems(items) {
    const said = items.flatMap(({ failure }) => failure?.message ?? []);
    const left = said.length - mostRowsNamed;
    if (left <= 0)
        return said;
    const others = left === 1 ? 'row has a problem' : 'rows have problems';
    return [...said.slice(0, mostRowsNamed), `${left} more ${others} like these.`];
}
