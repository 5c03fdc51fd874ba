"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.kindOf = exports.requestKinds = exports.urgencies = void 0;
exports.urgencies = ['create', 'lastLook', 'likelyEnd', 'routine'];
exports.requestKinds = ['create', 'look'];
const kindOf = (urgency) => (urgency === 'create' ? 'create' : 'look');
exports.kindOf = kindOf;
