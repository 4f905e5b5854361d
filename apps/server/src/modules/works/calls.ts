import {
  dataManagementAdd,
  dataManagementDetail,
  dataManagementPage,
  mailTemplate,
  subProjectAdd,
  subProjectDetail,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { tenderProjects, worksPapers, worksProjects } from '@hengneng/forms';
import { answerView, type Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { need } from '../identity/index.ts';
import { worksPapersView } from '../ledgers/index.ts';
import { auditPaper, paperDetail, uploadPaper } from './papers.ts';
import { addSubProject, readSubProject } from './sub-projects.ts';
import { addAddendum, inviteBidders } from './tenders.ts';

const TENDERS = shortCodeOf(tenderProjects.screen);
const PROJECTS = shortCodeOf(worksProjects.screen);
const PAPERS = shortCodeOf(worksPapers.screen);

export const registerWorks = (registry: CallRegistry, engine: Engine): void => {
  // Which page's button these need depends on what is sent.
  registry.handle(dataManagementAdd, { access: 'signedIn' }, (ctx, input) => {
    if (input.kind === '补遗') {
      need(ctx.session, TENDERS, 'edit');
      return addAddendum(ctx, input);
    }
    need(ctx.session, PAPERS, input.action === 'upload' ? 'add' : 'edit');
    return input.action === 'upload' ? uploadPaper(ctx, input) : auditPaper(ctx, input);
  });
  registry.handle(mailTemplate, { access: 'signedIn' }, (ctx, input) => {
    need(ctx.session, TENDERS, 'edit');
    return inviteBidders(ctx, input);
  });
  registry.handle(dataManagementPage, { access: { screen: PAPERS, button: 'search' } }, (ctx, { kind: _, ...ask }) =>
    answerView(ctx, engine.deps, worksPapersView, ask),
  );
  registry.handle(dataManagementDetail, { access: { screen: PAPERS, button: 'search' } }, (ctx, { id }) =>
    paperDetail(ctx, id),
  );
  registry.handle(subProjectAdd, { access: { screen: PROJECTS, button: 'add' } }, (ctx, input) =>
    addSubProject(ctx, input),
  );
  registry.handle(subProjectDetail, { access: { screen: PROJECTS, button: 'search' } }, (ctx, { id }) =>
    readSubProject(ctx, id),
  );
};
