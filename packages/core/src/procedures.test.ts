import { describe, expect, it } from 'vitest';
import { MODULES } from './modules.ts';
import { formRouteOf, isModuleId, moduleOfProcedure, procedureRoute } from './procedures.ts';
import { SCREENS } from './screens/index.ts';

describe('procedure → route', () => {
  it('covers every module with an id of its own and a screen that exists', () => {
    const ids = Object.values(MODULES).map((module) => module.procedureId);
    expect(new Set(ids).size).toBe(ids.length);
    const paths = new Set(SCREENS.map((screen) => screen.path));
    for (const [id, module] of Object.entries(MODULES)) {
      if (!isModuleId(id)) throw new Error(id);
      expect(moduleOfProcedure(module.procedureId)).toBe(id);
      expect(paths.has(formRouteOf(id)), `${id}: ${formRouteOf(id)}`).toBe(true);
    }
  });
  it('writes the query, also of the alternate mode', () => {
    expect(procedureRoute(10, '7')).toBe(
      '/formFlow/waterQuality/constructionNotice/constructionNoticeForm?ProcedureId=10&BusinessId=7',
    );
    expect(procedureRoute('3501', '7', true)).toBe('/projectContent/mainForm?O_ProcedureId=3501&O_BusinessId=7');
    expect(procedureRoute(10)).toMatch(/\?ProcedureId=10$/);
    expect(procedureRoute(99999, '7')).toBeUndefined();
  });
});
