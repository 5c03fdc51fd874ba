/** Names the fields of a record that are not kept, or not whole, because it was too large. */
export const leftOutField = 'leftOut';
