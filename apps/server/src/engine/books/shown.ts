/** What of a book a person may see: its columns by their class, its entries by project, department and person, as records of forms. */
import { shortCodeOf, SCREENS } from '@hengneng/core';
import {
  listFields,
  type BookShape,
  bookTable,
  bookTableName,
  type CompiledField,
  snakeCase,
  sqlName,
} from '@hengneng/form-kit';
import type { Session } from '../../platform/context.ts';
import { mayPress } from '../../platform/auth/access.ts';
import { BUTTONS, type ButtonName } from '../../platform/auth/buttons.ts';
import { forbidden, invalid } from '../../platform/http/errors.ts';
import { inCommunities } from '../../platform/policy/communities.ts';
import { scopeOf } from '../../platform/policy/scope.ts';
import { asValue } from '../forms/record-sql.ts';
import type { Bind } from '../forms/visibility.ts';
import type { ListSource } from '../lists/list.ts';

/** A book as its pages read it. */
export interface ShownBook extends ListSource {
  readonly shape: BookShape;
  readonly table: string;
  /** ShortCode of its page. */
  readonly screen: string;
  /** Whose household an entry is about, in SQL. */
  readonly community: string | null;
}

const firstOf = (book: BookShape, type: CompiledField['field']['type']): string | undefined =>
  Object.entries(book.columns).find(([, field]) => field.type === type)?.[0];

/** The project of an entry: its own, or that of what it points at. */
function projectOf(book: BookShape, books: Readonly<Record<string, BookShape>>): string | null {
  const at = (key: string): string => `m.${sqlName(snakeCase(key))}`;
  const own = firstOf(book, 'project');
  if (own !== undefined) return at(own);
  const contract = firstOf(book, 'contract');
  if (contract !== undefined) return `(select c.project_code from contract c where c.code = ${at(contract)})`;
  const device = firstOf(book, 'device');
  if (device !== undefined) return `(select d.project_code from device d where d.id = ${at(device)})`;
  const room = firstOf(book, 'room');
  if (room !== undefined)
    return `(select c.project_code from room r join community c on c.id = r.community_id where r.id = ${at(room)})`;
  const community = firstOf(book, 'community');
  if (community !== undefined) return `(select c.project_code from community c where c.id = ${at(community)})`;
  for (const [key, field] of Object.entries(book.columns)) {
    const other = field.type === 'ref' ? books[field.entity] : undefined;
    const theirs = other === undefined ? undefined : firstOf(other, 'project');
    if (other !== undefined && theirs !== undefined)
      return `(select r.${sqlName(snakeCase(theirs))} from ${bookTableName(other.id)} r where r.id = ${at(key)})`;
  }
  return null;
}

function communityOf(book: BookShape): string | null {
  const own = firstOf(book, 'community');
  if (own !== undefined) return `m.${sqlName(snakeCase(own))}`;
  const room = firstOf(book, 'room');
  return room === undefined ? null : `(select r.community_id from room r where r.id = m.${sqlName(snakeCase(room))})`;
}

function shown(book: BookShape, books: Readonly<Record<string, BookShape>>, screen: string): ShownBook {
  const fields = listFields(book.columns);
  const byKey = new Map(fields.map((of) => [of.key, of]));
  const columns = new Map(bookTable(book).columns.map((of) => [of.key, of]));
  const column = (key: string): string => `m.${sqlName(columns.get(key)?.name ?? key)}`;
  const of: ShownBook = {
    shape: book,
    table: bookTableName(book.id),
    fields,
    screen,
    field: (key) => byKey.get(key),
    column,
    select: (wanted) =>
      [
        'm.id::text as id',
        ...wanted.map((one) => `${asValue(column(one.key), columns.get(one.key)?.type ?? '')} as "${one.key}"`),
      ].join(', '),
    project: projectOf(book, books),
    community: communityOf(book),
    asks: [],
    order: null,
    from: ({ session, bind }) => `${of.table} m where not m.voided and ${entriesVisible(of, session, bind)}`,
  };
  return of;
}

/** The books that have a page, by id. */
export function shownBooks(books: Readonly<Record<string, BookShape>>): ReadonlyMap<string, ShownBook> {
  return new Map(
    SCREENS.flatMap((screen) => {
      const book = screen.book === undefined ? undefined : books[screen.book];
      return book === undefined ? [] : [[book.id, shown(book, books, shortCodeOf(screen.path))] as const];
    }),
  );
}

/** @throws AppError where there is no such book, or the person does not hold the button on its page */
export function demandBook(
  session: Session,
  books: ReadonlyMap<string, ShownBook>,
  id: string,
  button: ButtonName,
): ShownBook {
  const found = books.get(id);
  if (found === undefined) throw invalid([{ path: 'Book', message: '没有这个台账' }]);
  if (!mayPress(session, found.screen, BUTTONS[button])) throw forbidden();
  return found;
}

/**
 * Which entries a person may see: those of their projects, of people of their department, and their own. What belongs to no project, department
 * or person is the company's: whoever holds the page sees it.
 */
export function entriesVisible(of: ShownBook, session: Session, bind: Bind): string {
  const within = of.community === null ? null : inCommunities(session, of.community, bind);
  const scope = scopeOf(session, null);
  if (scope.everything) return within ?? 'true';
  const [person, dept] = [firstOf(of.shape, 'user'), firstOf(of.shape, 'dept')];
  const theirDept =
    person === undefined ? null : `(select u.dept_id from app_user u where u.id = ${of.column(person)})`;
  const inDept = dept === undefined ? theirDept : of.column(dept);
  const area = of.project === null ? null : `(select p.area from project p where p.code = ${of.project})`;
  const admitted = scope.sql(
    {
      applicant: person === undefined ? null : of.column(person),
      // Where an entry has a project, that says whose it is; its people may have moved on since.
      dept: of.project === null ? inDept : `coalesce(${area}, ${inDept ?? 'null'})`,
      project: of.project,
    },
    bind,
  );
  const nobodys = [
    of.project,
    dept === undefined ? null : of.column(dept),
    person === undefined ? null : of.column(person),
  ]
    .flatMap((column) => (column === null ? [] : [`${column} is null`]))
    .join(' and ');
  const scoped = `(${admitted} or ${nobodys === '' ? 'true' : `(${nobodys})`})`;
  return within === null ? scoped : `(${scoped} and ${within})`;
}
