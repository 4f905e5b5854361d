/** 数据字典: its calls. */
import {
  dictionaryExport,
  dictionaryGroups,
  dictionaryImport,
  dictionaryIndex,
  dictionarySave,
} from '@hengneng/contracts';
import type { Catalog } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { need } from '../identity/index.ts';
import { listDictionaries, listGroups } from './read.ts';
import { exportDictionaries, importDictionaries } from './sheet.ts';
import { type Change, saveDictionary } from './write.ts';

const SCREEN = 'system.dictionaries';

const BUTTON: Readonly<Record<Change['action'], 'add' | 'edit' | 'delete'>> = {
  add: 'add',
  edit: 'edit',
  set: 'edit',
  unset: 'edit',
  stop: 'delete',
  resume: 'edit',
  delete: 'delete',
};

export const registerDictionaries = (registry: CallRegistry, catalog: Catalog): void => {
  const at = (button: 'search' | 'export' | 'import') => ({ access: { screen: SCREEN, button } }) as const;
  registry.handle(dictionaryGroups, at('search'), async () => listGroups());
  registry.handle(dictionaryIndex, at('search'), (ctx, input) => listDictionaries(ctx, catalog, input));
  registry.handle(dictionarySave, at('search'), (ctx, input) => {
    need(ctx.session, SCREEN, BUTTON[input.action]);
    return saveDictionary(ctx, catalog, input);
  });
  registry.stream(dictionaryExport, at('export'), (ctx, input) => exportDictionaries(ctx, catalog, input));
  registry.upload(dictionaryImport, at('import'), (ctx, _input, file) => importDictionaries(ctx, catalog, file));
};
