"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.credentialName = void 0;
exports.credentialName = 'videoGenApi';
