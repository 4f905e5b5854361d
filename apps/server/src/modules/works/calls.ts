import {
  dataManagementAdd,
  dataManagementDetail,
  dataManagementPage,
  dataTechnicalAdd,
  dataTechnicalDetail,
  dataTechnicalFiles,
  mailTemplate,
  subProjectAdd,
  subProjectDetail,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { techDocuments, tenderProjects, worksPapers, worksProjects } from '@hengneng/forms';
import { answerView, type Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { need } from '../identity/index.ts';
import { worksPapersView } from '../ledgers/index.ts';
import { auditPaper, paperDetail, uploadPaper } from './papers.ts';
import { addSubProject, readSubProject } from './sub-projects.ts';
import { addDocument, auditDocument, documentDetail, documentFiles, reviseDocument } from './tech.ts';
import { addAddendum, inviteBidders } from './tenders.ts';

const TENDERS = shortCodeOf(tenderProjects.screen);
const PROJECTS = shortCodeOf(worksProjects.screen);
const PAPERS = shortCodeOf(worksPapers.screen);
const TECH = shortCodeOf(techDocuments.screen);

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
  registry.handle(dataTechnicalAdd, { access: 'signedIn' }, (ctx, input) => {
    need(ctx.session, TECH, input.action === 'audit' ? 'edit' : 'add');
    switch (input.action) {
      case 'add':
        return addDocument(ctx, input);
      case 'revise':
        return reviseDocument(ctx, input);
      case 'audit':
        return auditDocument(ctx, input);
    }
  });
  registry.handle(dataTechnicalDetail, { access: { screen: TECH, button: 'search' } }, (ctx, { id }) =>
    documentDetail(ctx, id),
  );
  registry.handle(dataTechnicalFiles, { access: { screen: TECH, button: 'download' } }, (ctx, input) =>
    documentFiles(ctx, input),
  );
  registry.handle(subProjectAdd, { access: { screen: PROJECTS, button: 'add' } }, (ctx, input) =>
    addSubProject(ctx, input),
  );
  registry.handle(subProjectDetail, { access: { screen: PROJECTS, button: 'search' } }, (ctx, { id }) =>
    readSubProject(ctx, id),
  );
};
