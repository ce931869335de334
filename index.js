module.exports = {
	...require('./dist/credentials/DocumentDataExtractionApi.credentials'),
	...require('./dist/nodes/DocumentDataExtraction/DocumentDataExtraction.node'),
};
