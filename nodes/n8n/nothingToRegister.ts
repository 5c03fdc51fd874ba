/**
 * Life cycle of a webhook that the service need not be told of: it has no endpoint for that
 * (contract 4.2). Create Video names the address in each request instead.
 */
export const nothingToRegister = {};
