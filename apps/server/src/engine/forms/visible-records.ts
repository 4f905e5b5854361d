/** Records of a module for a list of several modules: those that its own list would show the person. */
import type { Session } from '../../platform/context.ts';
import { holds } from './access.ts';
import type { Module } from './catalog.ts';
import { type Bind, visibleSql } from './visibility.ts';

/** @returns the SQL condition on the module's table under an alias; null where the person may not search the module at all */
export const visibleRecords = (module: Module, session: Session, alias: string, bind: Bind): string | null =>
  holds(session, module, 'search') ? visibleSql(module, session, alias, bind, 'count') : null;
