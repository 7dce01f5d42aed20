<?php

// The front controller: nginx hands every request to it.

declare(strict_types=1);

use Plain\Accounts;
use Plain\HttpError;
use Plain\Menus;
use Plain\NewAccount;
use Plain\Users;

spl_autoload_register(static function (string $class): void {
    require __DIR__ . '/../src/' . substr($class, strlen('Plain\\')) . '.php';
});

/** @return array{content: string, assets: array<int, mixed>} the data that no request changes */
function shared(): array
{
    return require __DIR__ . '/../build/shared.php';
}

function limit(): int
{
    $range = ['min_range' => 1, 'max_range' => 11];
    $limit = filter_var($_GET['limit'] ?? 11, FILTER_VALIDATE_INT, ['options' => $range]);
    if ($limit === false) {
        throw new HttpError(400, 'limit: expected a number from 1 to 11');
    }
    return $limit;
}

/** @return array{int, mixed} a status, and a body: a text, or what becomes JSON */
function answer(string $method, string $path, int $count): array
{
    if ($method === 'GET' && preg_match('~^/(assets|accounts)/(\d{1,18})$~D', $path, $parts)) {
        $id = (int) $parts[2];
        $found = $parts[1] === 'assets' ? shared()['assets'][$id] ?? null : (new Accounts())->find($id);
        return [200, $found ?? throw new HttpError(404, 'not found')];
    }
    return match ("$method $path") {
        'GET /healthz' => [200, 'ok'],
        'GET /plaintext' => [200, 'Hello, World!'],
        'GET /json' => [200, ['status' => 1, 'msg' => '成功']],
        'GET /json-large' => [200, ['content' => shared()['content'], 'size' => 100, 'price' => 10.12, 'vip' => true]],
        'GET /error' => throw new HttpError(400, 'abcd'),
        'GET /count' => [200, ['code' => 200, 'message' => $count]],
        'GET /menus' => [200, ['status' => 1, 'msg' => 'success', 'data' => (new Menus())->first(limit())]],
        'POST /accounts' => [201, (new Accounts())->add(NewAccount::read(file_get_contents('php://input')))],
        'GET /accounts' => [200, (new Accounts())->all()],
        'GET /users' => [200, (new Users())->all()],
        default => throw new HttpError(404, 'not found'),
    };
}

// The workers share APCu's memory, and it adds in one step.
$count = apcu_inc('requests');
try {
    // PHP and nginx send no body for HEAD.
    $method = $_SERVER['REQUEST_METHOD'] === 'HEAD' ? 'GET' : $_SERVER['REQUEST_METHOD'];
    [$status, $body] = answer($method, $_SERVER['DOCUMENT_URI'], $count);
} catch (Throwable $failure) {
    $status = $failure instanceof HttpError ? $failure->getCode() : 500;
    $body = ['code' => $status, 'message' => $failure->getMessage()];
}

const AS_JSON = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR;
$text = is_string($body) ? $body : json_encode($body, AS_JSON);
http_response_code($status);
header('Content-Type: ' . (is_string($body) ? 'text/plain' : 'application/json'));
header('Content-Length: ' . strlen($text));
echo $text;
