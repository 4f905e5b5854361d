/** Books that fields point at: chemicals, spare parts, accounts, districts. */
import { likeText } from '../../platform/db/like.ts';
import type { BookShape } from '@hengneng/form-kit';
import { BOOKS as DEFINED } from '@hengneng/forms';
import { sql } from 'kysely';
import { bookSource } from '../../engine/books/source.ts';
import { propColumns } from '../../engine/references/columns.ts';
import type { ReferenceRow, ReferenceSource } from '../../engine/references/types.ts';
import { projectsVisible } from '../../modules/projects/index.ts';

interface Book {
  readonly entity: string;
  readonly table: string;
  /** Column whose text names an entry. */
  readonly name: string;
  /** Columns that a keyword is looked for in. */
  readonly searched: readonly string[];
  /** Property → column: shown beside the name, and what `from` may take. */
  readonly props: Readonly<Record<string, string>>;
  /** Of these, what is shown beside the name but looked up for the asking record (`lookups.ts`). */
  readonly looked?: readonly string[];
  /** Only entries in this state are offered; the others keep their names. */
  readonly state?: string;
}

const BOOKS: readonly Book[] = [
  {
    entity: 'waterChemical',
    table: 'water_chemical',
    name: 'name',
    searched: ['name', 'spec', 'pinyin'],
    props: { spec: 'spec', unitPrice: 'unit_price', category: 'category', packSpec: 'pack_spec' },
    // A project's water contract may have a price of its own.
    looked: ['unitPrice'],
    state: 'active',
  },
  {
    entity: 'sparePart',
    table: 'spare_part',
    name: 'name',
    searched: ['code', 'name', 'spec', 'pinyin'],
    props: { code: 'code', spec: 'spec', unitPrice: 'unit_price', unit: 'unit', lastPrice: 'last_price' },
    state: 'active',
  },
  {
    entity: 'energyPayeeAccount',
    table: 'energy_payee_account',
    name: 'payee_name',
    searched: ['payee_name', 'tax_no', 'bank_account', 'pinyin'],
    props: { payeeName: 'payee_name', taxNo: 'tax_no', bankName: 'bank_name', bankAccount: 'bank_account' },
    state: 'active',
  },
  {
    entity: 'companyAccount',
    table: 'company_account',
    name: 'name',
    searched: ['name', 'bank_name', 'bank_account'],
    props: { bankName: 'bank_name', bankAccount: 'bank_account' },
    state: 'active',
  },
  // The accounts that engineering pays from are the company's own.
  {
    entity: 'payAccount',
    table: 'company_account',
    name: 'name',
    searched: ['name', 'bank_name', 'bank_account'],
    props: { bankName: 'bank_name', bankAccount: 'bank_account' },
    state: 'active',
  },
  {
    entity: 'invoiceRegister',
    table: 'invoice_register',
    name: 'invoice_no',
    searched: ['invoice_no', 'seller_tax_no'],
    props: { kind: 'kind', sellerTaxNo: 'seller_tax_no', issueDate: 'issue_date' },
    state: 'used',
  },
  {
    entity: 'district',
    table: 'district',
    name: 'name',
    searched: ['name', 'id'],
    props: {},
  },
];

const sourceOf = (book: Book): ReferenceSource => ({
  entity: book.entity,
  async search(ctx, query) {
    const words = sql.join(
      book.searched.map((column) => sql`${sql.ref(column)} ilike ${likeText(query.keyword)}`),
      sql` or `,
    );
    const more = Object.entries(book.props).map(([key, column]) => sql`, ${sql.ref(column)}::text as ${sql.ref(key)}`);
    const { rows } = await sql<ReferenceRow & { readonly total: number }>`
      select id::text as value, ${sql.ref(book.name)} as label, (count(*) over ())::int as total ${sql.join(more, sql``)}
      from ${sql.table(book.table)} where (${words}) ${book.state === undefined ? sql`` : sql`and state = ${book.state}`}
      order by ${sql.ref(book.name)}, id limit ${query.limit} offset ${query.offset}`.execute(ctx.db);
    return { rows: rows.map(({ total: _, ...row }) => row as ReferenceRow), total: rows[0]?.total ?? 0 };
  },
  async labels(db, values) {
    const { rows } = await sql<{
      value: string;
      label: string;
    }>`select id::text as value, ${sql.ref(book.name)} as label
      from ${sql.table(book.table)} where id::text = any(${[...values]}::text[])`.execute(db);
    return new Map(rows.map((row) => [row.value, row.label]));
  },
  plain: propColumns(
    book.table,
    'id',
    Object.fromEntries(Object.entries(book.props).filter(([key]) => !book.looked?.includes(key))),
  ),
});

const DEFINED_SOURCES = Object.values<BookShape>(DEFINED).flatMap((book) => bookSource(book, projectsVisible) ?? []);

/** Pickers of the books; the composition root adds them to the engine's references. */
export const BOOK_SOURCES: readonly ReferenceSource[] = [
  ...BOOKS.map(sourceOf),
  ...DEFINED_SOURCES,
  // Whoever pays on a contract means any that we bought by, not only what the module of that name signed.
  ...DEFINED_SOURCES.filter(({ entity }) => entity === DEFINED.buyerContract.id).map((source) => ({
    ...source,
    entity: 'purchaseContract',
  })),
];
