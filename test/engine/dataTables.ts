import type { IDataObject } from 'n8n-workflow';

type Row = IDataObject & { id: number; createdAt: string; updatedAt: string };
type Filter = (row: IDataObject) => boolean;

const tests: Record<string, (value: unknown, wanted: unknown) => boolean> = {
  eq: (value, wanted) => String(value ?? '') === String(wanted ?? ''),
  neq: (value, wanted) => String(value ?? '') !== String(wanted ?? ''),
  lt: (value, wanted) => Date.parse(String(value)) < Date.parse(String(wanted)),
  // For n8n an empty text is a value.
  isEmpty: (value) => value === null || value === undefined,
  isNotEmpty: (value) => value !== null && value !== undefined,
  isTrue: (value) => value === true,
};

/** Reads the conditions of a Data Table node, all of which must hold. */
export function readFilters(given: unknown): Filter {
  const { conditions = [] } = (given ?? {}) as {
    conditions?: Array<{ keyName: string; condition: string; keyValue?: unknown }>;
  };
  return (row) =>
    conditions.every(({ keyName, condition, keyValue }) =>
      tests[condition]!(row[keyName], keyValue),
    );
}

/** One of n8n's data tables: what one operation does is done at once, as in a database. */
class Table {
  readonly rows: Row[] = [];
  private last = 0;

  get(matches: Filter): IDataObject[] {
    return this.rows.filter(matches).map((row) => ({ ...row }));
  }

  insert(values: IDataObject, at = new Date()): IDataObject[] {
    const time = at.toISOString();
    const row = { id: ++this.last, createdAt: time, updatedAt: time, ...values };
    this.rows.push(row);
    return [{ ...row }];
  }

  update(matches: Filter, values: IDataObject): IDataObject[] {
    const updated = this.rows.filter(matches);
    for (const row of updated) Object.assign(row, values, { updatedAt: new Date().toISOString() });
    return updated.map((row) => ({ ...row }));
  }

  upsert(matches: Filter, values: IDataObject): IDataObject[] {
    const updated = this.update(matches, values);
    return updated.length > 0 ? updated : this.insert(values);
  }

  delete(matches: Filter): IDataObject[] {
    const gone = this.rows.filter(matches);
    for (const row of gone) this.rows.splice(this.rows.indexOf(row), 1);
    return gone;
  }
}

/** The data tables of one n8n, by name. */
export class Tables {
  private readonly tables = new Map<string, Table>();

  of(name: string): Table {
    const table = this.tables.get(name) ?? new Table();
    this.tables.set(name, table);
    return table;
  }
}
