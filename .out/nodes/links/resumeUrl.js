"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.resumePath = void 0;
exports.readResumeUrl = readResumeUrl;
exports.resumePath = 'videogen-callback';
const known = new WeakMap();
function readResumeUrl(context) {
    const read = known.get(context) ?? resumeUrlOf(context);
    known.set(context, read);
    return read;
}
function resumeUrlOf(context) {
    const url = String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
    const [address, ...query] = url.split('?');
    return [`${address}/${exports.resumePath}`, ...query].join('?');
}
