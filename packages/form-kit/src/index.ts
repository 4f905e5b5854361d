export * from './chain.ts';
export * from './chain-body.ts';
export * from './chain-words.ts';
export { chainFits, isHandlerRule } from './check-chain.ts';
export * from './define.ts';
export * from './fields.ts';
export * from './book.ts';
export * from './view.ts';
export * from './import.ts';
export { classOf } from './classify.ts';
export * from './derive/book-sql.ts';
export type { CheckExpr } from './names.ts';
export * from './expr/index.ts';
export { checkDefinition, type Surroundings } from './check-definition.ts';
export * from './derive/form.ts';
export { BUILTIN_FIELDS, compileForm, fieldPath, listFields, sectionOf } from './derive/compile.ts';
export { communityKeyOf, projectKeyOf } from './derive/links.ts';
export { withinOf, type Whole, type Within } from './derive/within.ts';
export { watchedKeys } from './derive/order.ts';
export { overruns, rightsErrors } from './derive/check.ts';
export { defaultOf } from './derive/prefill.ts';
export { limitMessage, readValue, requiredMessage, type Read } from './derive/read-value.ts';
export { isRow, RecordScope, rowsOf } from './derive/scope.ts';
export {
  MAX_ROWS,
  documentedSection,
  fieldErrors,
  pathText,
  sectionSchema,
  type SchemaMode,
} from './derive/schema.ts';
export * from './derive/sql.ts';
export * from './derive/table.ts';
export * from './format.ts';
export { thousands } from '@hengneng/core';
export * from './time.ts';
