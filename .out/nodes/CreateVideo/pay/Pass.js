"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isEntry = void 0;
const isEntry = (result) => result?.kind === 'accepted' || result?.kind === 'unknown';
exports.isEntry = isEntry;
