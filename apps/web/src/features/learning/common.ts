import { trainCategoryIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';

export const LIBRARY = 'formFlow.trainingManagement.trainingLearn.learningDatabase';
/** Everything about lessons is asked for under this key. */
export const LESSONS = 'lessons';

export const useCategories = () =>
  useQuery({
    queryKey: [LESSONS, 'categories'],
    queryFn: ({ signal }) => callApi(trainCategoryIndex, {}, { signal }),
  });

/** Posts that lessons are meant for; others may be typed in. */
export const POSTS = ['运行工', '项目经理', '暖通工程师', '水质工程师', '安全员', '区域经理', '收费员'];

export const TONES: Readonly<Record<string, 'neutral' | 'accent' | 'good'>> = {
  未学: 'neutral',
  学习中: 'accent',
  已完成: 'good',
};
