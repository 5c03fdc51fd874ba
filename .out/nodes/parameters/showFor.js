"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.showFor = showFor;
function showFor(operation, fields, path = 'operation') {
    return fields.map((field) => ({
        ...field,
        displayOptions: {
            ...field.displayOptions,
            show: { [path]: [operation], ...field.displayOptions?.show },
        },
    }));
}
