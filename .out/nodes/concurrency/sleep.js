"use strict";
var __createBinding = (this && this.__createBinding) || (Object.create ? (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    var desc = Object.getOwnPropertyDescriptor(m, k);
    if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) {
      desc = { enumerable: true, get: function() { return m[k]; } };
    }
    Object.defineProperty(o, k2, desc);
}) : (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    o[k2] = m[k];
}));
var __setModuleDefault = (this && this.__setModuleDefault) || (Object.create ? (function(o, v) {
    Object.defineProperty(o, "default", { enumerable: true, value: v });
}) : function(o, v) {
    o["default"] = v;
});
var __importStar = (this && this.__importStar) || (function () {
    var ownKeys = function(o) {
        ownKeys = Object.getOwnPropertyNames || function (o) {
            var ar = [];
            for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
            return ar;
        };
        return ownKeys(o);
    };
    return function (mod) {
        if (mod && mod.__esModule) return mod;
        var result = {};
        if (mod != null) for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
        __setModuleDefault(result, mod);
        return result;
    };
})();
Object.defineProperty(exports, "__esModule", { value: true });
exports.sleep = exports.chooseSleep = void 0;
const n8n = __importStar(require("n8n-workflow"));
const longestSliceMs = 60_000;
const endWithSignal = (plain) => async (durationMs, signal) => {
    signal?.throwIfAborted();
    let stop = () => { };
    const stopped = new Promise((resolve) => (stop = resolve));
    signal?.addEventListener('abort', stop);
    try {
        for (let leftMs = durationMs; leftMs > 0; leftMs -= longestSliceMs) {
            await Promise.race([plain(Math.min(leftMs, longestSliceMs)), stopped]);
            signal?.throwIfAborted();
        }
    }
    finally {
        signal?.removeEventListener('abort', stop);
    }
};
const chooseSleep = ({ sleep: plain, sleepWithAbort }) => sleepWithAbort ?? (plain.length > 1 ? plain : endWithSignal(plain));
exports.chooseSleep = chooseSleep;
exports.sleep = (0, exports.chooseSleep)(n8n);
