import { MODULES, type ModuleIdentity, SCREENS, shortCodeOf } from '@hengneng/core';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { can, canOpen } from '../../lib/permission.ts';
import { formPath } from '../../lib/routes.ts';
import { Block } from './Block.tsx';

const modules: readonly (readonly [string, ModuleIdentity])[] = Object.entries(MODULES);

/** Modules whose form the person may open and of which they may start a record. */
const startable = (): readonly { readonly id: string; readonly title: string; readonly to: string }[] =>
  modules.flatMap(([id, module]) => {
    const path = formPath(id, module);
    if (!canOpen(shortCodeOf(path))) return [];
    const allowed = SCREENS.some((screen) => screen.module === id && can(shortCodeOf(screen.path), 'add'));
    return allowed ? [{ id, title: module.title, to: `${path}?ProcedureId=${module.procedureId}` }] : [];
  });

/** One press to a new record. Without anything to start, the block is not there. */
export const QuickStart = (): ReactElement | null => {
  const items = startable();
  if (items.length === 0) return null;
  return (
    <Block title="快捷发起">
      <ul className="quick-start">
        {items.map((item) => (
          <li key={item.id}>
            <Link to={item.to}>{item.title}</Link>
          </li>
        ))}
      </ul>
    </Block>
  );
};
