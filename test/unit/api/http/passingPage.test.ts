import { passingPage } from '../../../../nodes/DocumentDataExtraction/api/http/client';
import { ServiceError } from '../../../../nodes/DocumentDataExtraction/api/errors/ServiceError';
import { serviceAt } from '../../../../nodes/DocumentDataExtraction/api/rate/services';

const page = (httpStatus = 200, code = 'NOT_THE_API') =>
	new ServiceError({ code, message: '', retryable: false, httpStatus });

it('takes a page for passing only where the API has answered before', () => {
	const url = 'https://proven.example.com/v1';
	expect(passingPage(page(), url).failure.retryable).toBe(false);
	serviceAt(url).isProven = true;
	expect(passingPage(page(), url).failure).toMatchObject({ retryable: true, httpStatus: 200 });
	expect(passingPage(page(), 'https://other.example.com/v1').failure.retryable).toBe(false);
});

it('leaves every other failure as it is', () => {
	const url = 'https://proven.example.com/v1';
	serviceAt(url).isProven = true;
	for (const error of [page(404), page(301), page(200, 'UNREADABLE_RESPONSE')])
		expect(passingPage(error, url)).toBe(error);
});
