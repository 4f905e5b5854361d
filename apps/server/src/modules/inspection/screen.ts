/** ShortCodes of the pages that all of this is for. */
export const POINT_SET = 'formFlow.inspectionSystem.pointSet';
export const ANALYSIS = 'formFlow.inspectionSystem.inspectionAnalysis';
export const ANALYSIS_AREA = 'formFlow.inspectionSystem.inspectionAnalysisArea';
