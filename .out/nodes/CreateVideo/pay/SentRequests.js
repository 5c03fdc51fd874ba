"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SentRequests = void 0;
const setNewest_1 = require("../../memory/setNewest");
const mostRemembered = 10_000;
class SentRequests {
    sent = new Map();
    async once(name, send) {
        const earlier = await this.sent.get(name);
        if (earlier !== undefined && earlier.kind !== 'notCreated')
            return earlier;
        const sent = send();
        const remembered = sent.catch(() => undefined);
        (0, setNewest_1.setNewest)(this.sent, name, remembered, mostRemembered);
        return await sent;
    }
}
exports.SentRequests = SentRequests;
