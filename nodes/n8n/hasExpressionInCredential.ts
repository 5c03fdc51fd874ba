/** What n8n's contexts read credentials with; no type promises `additionalData`. */
interface Inside {
  getNode(): { credentials?: Record<string, unknown> };
  getMode(): string;
  additionalData: {
    credentialsHelper: { getDecrypted(...by: unknown[]): Promise<Record<string, unknown>> };
  };
}

/**
 * Whether an expression makes part of the node's credential, so that it may read otherwise for
 * another item. True as well where this n8n looks different inside.
 */
export async function hasExpressionInCredential(context: object, type: string): Promise<boolean> {
  const inside = context as Inside;
  const { additionalData } = inside;
  try {
    const by = [inside.getNode().credentials?.[type], type, inside.getMode(), undefined, true];
    const raw = await additionalData.credentialsHelper.getDecrypted(additionalData, ...by);
    const values = Object.values(raw);
    return values.length === 0 || values.some((value) => String(value).startsWith('='));
  } catch {
    return true;
  }
}
