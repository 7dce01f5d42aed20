package Pitwall::Accounts;
use Mojo::Base -base, -signatures;

use builtin qw(created_as_number);
no warnings 'experimental::builtin';

use DBI;
use Mojo::Exception  qw(raise);
use Mojo::Util       qw(steady_time);
use Pitwall::Instant qw(column instant now);

# The table accounts.

use constant COLUMNS => 'id, created_at, updated_at, register_date, name, nick_name, introduction, status';

sub all ($self) {
  return $self->_use(sub ($dbh) {
    my $query = $dbh->prepare_cached('select ' . COLUMNS . ' from accounts order by id');
    my $rows  = $dbh->selectall_arrayref($query, {Slice => {}});
    return [map { _shown($_) } @$rows];
  });
}

sub find ($self, $id) {
  return $self->_use(sub ($dbh) {
    my $query = $dbh->prepare_cached('select ' . COLUMNS . ' from accounts where id = ?');
    my $row   = $dbh->selectrow_hashref($query, {}, $id);
    return $row && _shown($row);
  });
}

sub add ($self, $body) {
  for my $key (qw(name password nick_name introduction)) {
    my $value = $body->{$key};
    raise 'BadRequest', "$key: expected a text" if !defined $value || ref $value || created_as_number($value);
  }
  my $status = $body->{status};
  raise 'BadRequest', 'status: expected an integer' unless created_as_number($status) && $status =~ /\A-?\d+\z/;
  my $registered = instant($body->{register_date}) // raise 'BadRequest', 'register_date: expected an instant';
  my $now        = now();
  my %row        = (%$body{qw(name nick_name introduction status)}, register_date => $registered);
  @row{qw(created_at updated_at)} = ($now, $now);

  return $self->_use(sub ($dbh) {
    my $insert = $dbh->prepare_cached(
      'insert into accounts
        (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
        values (?, ?, ?, ?, ?, ?, ?, ?)'
    );
    $insert->execute($now, $now, $registered, @$body{qw(name password nick_name introduction status)});
    return _shown({%row, id => 0 + $insert->{mariadb_insertid}});
  });
}

sub _shown ($row) {
  $_ = column($_) for @$row{qw(created_at updated_at register_date)};
  return $row;
}

# A worker keeps its connection, and opens a new one after an error: errors are too rare to tell them apart. One that
# has been idle is asked first whether it is alive: its database may have been started anew.
sub _use ($self, $query) {
  my $idle = steady_time - ($self->{used} // 0);
  delete $self->{dbh} if $self->{dbh} && $idle > 1 && !$self->{dbh}->ping;
  my $dbh    = $self->{dbh} //= _connect();
  my $result = eval { $query->($dbh) };
  $self->{used} = steady_time;
  if (my $failure = $@) {
    delete $self->{dbh};
    die $failure;
  }
  return $result;
}

sub _connect () {
  die "no database: MYSQL_HOST is not set\n" unless $ENV{MYSQL_HOST};
  my %options = (RaiseError => 1, PrintError => 0, mariadb_connect_timeout => 3, mariadb_server_prepare => 1);
  return DBI->connect("dbi:MariaDB:host=$ENV{MYSQL_HOST};port=$ENV{MYSQL_PORT};database=$ENV{MYSQL_DATABASE}",
    @ENV{qw(MYSQL_USER MYSQL_PASSWORD)}, \%options);
}

1;
