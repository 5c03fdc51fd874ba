"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.nothingToRegister = void 0;
exports.nothingToRegister = {
    default: {
        checkExists: async () => true,
        create: async () => true,
        delete: async () => true,
    },
};
