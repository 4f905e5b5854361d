import { handoverDetail, handoverPaper, projectHandOver } from '@hengneng/contracts';
import type { Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { invalid } from '../../platform/http/errors.ts';
import { printHandover } from './print.ts';
import { freshHandover, LIST, REGISTER, showHandover } from './store.ts';
import { acceptHandover, returnHandover, signItems, supplyItem, writeHandover } from './write.ts';

export const registerProjectHandover = (registry: CallRegistry, engine: Engine): void => {
  registry.handle(projectHandOver, { access: { screen: [REGISTER, LIST], button: 'edit' } }, (ctx, input) => {
    switch (input.action) {
      case 'sign':
        return signItems(ctx, input);
      case 'accept':
        return acceptHandover(ctx, engine, input);
      case 'return':
        return returnHandover(ctx, engine, input);
      case 'supply':
        return supplyItem(ctx, engine, input);
      default:
        return writeHandover(ctx, engine, input);
    }
  });
  registry.handle(handoverDetail, { access: { screen: [REGISTER, LIST], button: 'search' } }, (ctx, input) => {
    if (input.Id) return showHandover(ctx, input.Id);
    if (input.consultProject) return freshHandover(ctx, input.consultProject, input.stage);
    throw invalid([{ path: 'Id', message: '请选择移交单或咨询项目' }]);
  });
  registry.stream(handoverPaper, { access: { screen: LIST, button: 'download' } }, (ctx, input) =>
    printHandover(ctx, input),
  );
};
